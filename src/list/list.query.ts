import { Parameter } from '../validation/field.js';
import { RecordQuery } from '../content/record.query.js';
import { parseIdList } from '../validation/lists.js';
import { integer, oneOf } from '../validation/scalars.js';
import { plainText } from '../validation/scalars.js';

export const UNTRANSLATED = ['include', 'only', 'exclude'] as const;
export const ORDERS = ['asc', 'desc'] as const;

const idList = { type: 'array', items: { type: 'integer', minimum: 1 } } as const;

/** What every list accepts. */
export class ListQuery extends RecordQuery {
  /** Page of the list. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, default: 1 } })
  page?: number = 1;

  /** Records on a page, 100 at most where the site says nothing else. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } })
  per_page?: number = 10;

  /** Words that the text contains, in any order; "a phrase" in quotes; a leading hyphen excludes. Case and accents do not matter. At most 20 words and phrases, of which 4 excluded. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', example: 'jazz' } })
  search?: string;

  /** These ids only; unknown ones are ignored. */
  @Parameter(parseIdList, { schema: { ...idList, example: [1, 2] } })
  include?: number[];

  /** Without these ids; unknown ones are ignored. */
  @Parameter(parseIdList, { schema: { ...idList, example: [3] } })
  exclude?: number[];

  /** Direction of the order; where it is not given, `asc`, and `desc` by `date` in lists that go by it of themselves. */
  @Parameter(oneOf(ORDERS), { schema: { enum: [...ORDERS] } })
  order?: 'asc' | 'desc';

  /** What lacks a translation in the language: listed in the other language, listed alone, or left out. */
  @Parameter(oneOf(UNTRANSLATED), { schema: { enum: [...UNTRANSLATED], default: 'include' } })
  untranslated?: (typeof UNTRANSLATED)[number] = 'include';
}
