import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type QueryScope } from '../records/reading/record.query.js';
import { Parameter } from '../../http/validation/field.js';
import { ListQuery } from './list.query.js';
import { type Filters } from './listing.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { relatedToAnyEvent, eventFilter } from './related-events.js';
import { boolean, plainText, recordId } from '../../http/validation/parsers.js';
import { type TermTranslation } from '../records/taxonomy/term.js';

export const TERM_SORTS = ['name', 'slug', 'id', 'count', 'description', 'include'] as const;

/** Query parameters of the lists of categories and tags. */
export class TermsQuery extends ListQuery {
  /** true: leaves out terms that no published event uses. A category is used if one of its descendants is. */
  @Parameter(boolean, { schema: { type: 'boolean', default: true } })
  hide_empty?: boolean = true;

  /** true: only terms used by an event that has not ended. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  only_with_upcoming?: boolean;

  /** Terms of this event. */
  @Parameter(recordId, { schema: { type: 'integer', minimum: 1, example: 1 } })
  post?: number;

  /** Terms of this event; the same as `post`. */
  @Parameter(recordId, { schema: { type: 'integer', minimum: 1, example: 1 } })
  event?: number;

  /** The term with this slug. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', example: 'jazz' } })
  slug?: string;

  static override check(query: TermsQuery, scope: QueryScope, errors: FieldErrors): void {
    super.check(query, scope, errors);
    const { post, event } = query;
    const isEventValid = event !== undefined && !errors.has('event');
    if (isEventValid && post !== undefined && post !== event)
      errors.add('post', (messages) => messages.sameAs('event'));
  }
}

/**
 * The filters that categories and tags share.
 * @param inUse returns a subquery: the ids of the terms that meet a condition on `term`, and of their ancestors
 */
export function termFilters(
  resource: ResourceNames,
  translation: new () => TermTranslation,
  inUse: (condition: string) => string,
): Filters<TermsQuery> {
  return {
    post: eventFilter('post', resource),
    event: eventFilter('event', resource),
    hide_empty: (rows, wanted) => {
      if (wanted) rows.andWhere(`${resource.singular}.id IN (${inUse('term.count > 0')})`);
    },
    only_with_upcoming: (rows, wanted, { context }) => {
      if (!wanted) return;
      context.response.expireSoon();
      const { sql, parameters } = relatedToAnyEvent(resource, 'term.id', context.caller, { upcoming: true });
      rows.andWhere(`${resource.singular}.id IN (${inUse(sql)})`, parameters);
    },
    slug: (rows, wanted, { context }) => {
      const joinCondition = `named.recordId = ${resource.singular}.id AND named.language = :namedIn AND named.shownSlug = :slug`;
      rows.join(translation, 'named', joinCondition, { namedIn: context.language, slug: wanted.toLowerCase() });
    },
  };
}
