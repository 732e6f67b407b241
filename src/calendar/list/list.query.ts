import { type DateTimeInput, parseMomentBound } from '../../lib/datetime/date-time-input.js';
import { MAX_EXCLUDED, MAX_TERMS, isShortSearch } from '../../lib/text/search-terms.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type Site } from '../../http/urls/site.js';
import { Parameter, rule, withMessage } from '../../http/validation/field.js';
import { type QueryScope, RecordQuery } from '../records/reading/record.query.js';
import { LISTED_STATES, type ListedState } from '../records/translations/translation.js';
import { parseIdList, parseWordList, integer, oneOf, plainText } from '../../http/validation/parsers.js';

export const UNTRANSLATED = ['include', 'only', 'exclude'] as const;
/** The languages whose texts a search reads. */
export const SEARCH_LANGUAGES = ['shown', 'all'] as const;
export const ORDERS = ['asc', 'desc'] as const;

const idList = { type: 'array', items: { type: 'integer', minimum: 1 } } as const;

const isShort = (search: unknown) => typeof search !== 'string' || isShortSearch(search);

function agreesWithFallback(untranslated: unknown, { fallback }: RecordQuery): boolean {
  return !(untranslated === 'only' && fallback === 'none');
}

/** Query parameters of every list. */
export class ListQuery extends RecordQuery {
  /** Page of the list. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, default: 1 } })
  page?: number = 1;

  /** Records per page; at most 100 by default. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } })
  per_page?: number = 10;

  /** Words that the text must contain, in any order; "a phrase" in quotes; a leading hyphen excludes. Case, accents, plurals and signs beside a word are ignored. At most 20 words and phrases, at most 4 of them excluded. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', example: 'jazz' } })
  @rule('isShortSearch', isShort, withMessage((messages) => messages.search(MAX_TERMS, MAX_EXCLUDED)))
  search?: string;

  /** `shown`: `search` reads the texts that are shown, those in this language if there are any; `all`: the texts in both languages. */
  @Parameter(oneOf(SEARCH_LANGUAGES), { schema: { enum: [...SEARCH_LANGUAGES], default: 'shown' } })
  search_languages?: (typeof SEARCH_LANGUAGES)[number];

  /** Only these ids; unknown ids are ignored. */
  @Parameter(parseIdList, { schema: { ...idList, example: [1, 2] } })
  include?: number[];

  /** All but these ids; unknown ids are ignored. */
  @Parameter(parseIdList, { schema: { ...idList, example: [3] } })
  exclude?: number[];

  /** Changed at this date or later. */
  @Parameter(parseMomentBound, { schema: { type: 'string', example: '2026-01-01 00:00:00' } })
  modified_after?: DateTimeInput;

  /** Sort direction; by default `asc`, and `desc` in lists that are sorted by `date` by default. */
  @Parameter(oneOf(ORDERS), { schema: { enum: [...ORDERS] } })
  order?: 'asc' | 'desc';

  /** Records without a translation in this language: included (in the other language), listed alone, or excluded. */
  @Parameter(oneOf(UNTRANSLATED), { schema: { enum: [...UNTRANSLATED], default: 'include' } })
  @rule('agreesWithFallback', agreesWithFallback, withMessage((messages) => messages.untranslatedWithoutFallback))
  untranslated?: (typeof UNTRANSLATED)[number] = 'include';

  /** States of translation, separated by commas; `current` includes the original language. Lists the records that you may edit whose texts in this language are in one of these states, events of any date if no date parameter is given. */
  @Parameter(parseWordList(LISTED_STATES), {
    schema: { type: 'array', items: { type: 'string', enum: [...LISTED_STATES] }, example: ['current'] } as object,
  })
  translation?: ListedState[];

  static override check(query: ListQuery, scope: QueryScope, errors: FieldErrors): void {
    super.check(query, scope, errors);
    const limit = this.maxPerPage(scope.site);
    if (Number(query.per_page) > limit) errors.add('per_page', (messages) => messages.perPage(limit));
  }

  protected static maxPerPage({ maxPerPage }: Site): number {
    return maxPerPage;
  }
}
