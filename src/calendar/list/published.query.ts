import { Parameter } from '../../http/validation/field.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type QueryScope } from '../records/reading/record.query.js';
import { type Translation } from '../records/translations/translation.js';
import { relatedToAnyEvent, eventFilter } from './related-events.js';
import { type Status, STATUSES } from '../records/visibility/access.js';
import { parseAuthorList, parseWordList, oneOf, boolean, recordId } from '../../http/validation/parsers.js';
import { AUTHORS, resolveAuthors } from './authors.js';
import { ListQuery } from './list.query.js';
import { type Listing } from './listing.js';

export const PUBLISHED_SORTS = ['date', 'name', 'id', 'modified', 'include', 'pending'] as const;

/** The parameters of lists of published resources that events are related to. */
export class PublishedQuery extends ListQuery {
  /** Linked to this event. */
  @Parameter(recordId, { schema: { type: 'integer', minimum: 1, example: 1 } })
  event?: number;

  /** true: linked to at least one event that you may read; false: to none. */
  @Parameter(boolean, { schema: { type: 'boolean' } })
  has_events?: boolean;

  /** true: linked to an event that has not ended. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  only_with_upcoming?: boolean;

  /** Records of these accounts; `me` is your own. */
  @Parameter(parseAuthorList, { schema: AUTHORS })
  author?: (number | 'me')[];

  /** Statuses, separated by commas; `any` is every status that you may read, except the trash. All but `publish` need a key with rights. */
  @Parameter(parseWordList([...STATUSES, 'any']), {
    schema: { type: 'string', default: 'publish', example: 'publish' },
  })
  status?: (Status | 'any')[];

  /** Sort field; `pending` (since when records wait for a review, the oldest first) only with `status=pending`. */
  @Parameter(oneOf(PUBLISHED_SORTS), { schema: { enum: [...PUBLISHED_SORTS], default: 'date' } })
  orderby?: (typeof PUBLISHED_SORTS)[number];

  static override check(query: PublishedQuery, scope: QueryScope, errors: FieldErrors): void {
    super.check(query, scope, errors);
    checkPendingOrder(query, errors);
  }
}

/** Adds an error if a list that has other records, too, is sorted by the time since which records are pending. */
export function checkPendingOrder(
  { orderby, status }: { readonly orderby?: string; readonly status?: readonly string[] },
  errors: FieldErrors,
): void {
  const isOfPending = Array.isArray(status) && status.length > 0 && status.every((one) => one === 'pending');
  if (orderby === 'pending' && !isOfPending) errors.add('orderby', (messages) => messages.orderOfPending);
}

/** The listing of published resources that events are related to. `PublishedService` makes the clause of `status`. */
export function publishedListing(
  resource: ResourceNames,
  translation: new () => Translation,
): Listing<PublishedQuery, 'status'> {
  const { singular } = resource;
  return {
    resource,
    translation,
    filters: {
      event: eventFilter('event', resource),
      has_events: (rows, wanted, { context }) => {
        const { sql, parameters } = relatedToAnyEvent(resource, `${singular}.id`, context.caller);
        rows.andWhere(wanted ? sql : `NOT ${sql}`, parameters);
      },
      author: (rows, authors, { context }) =>
        void rows.andWhere(`${singular}.authorId IN (:...authors)`, {
          authors: resolveAuthors(authors, context.caller),
        }),
      only_with_upcoming: (rows, wanted, { context }) => {
        if (!wanted) return;
        context.response.expireSoon();
        rows.andWhere(relatedToAnyEvent(resource, `${singular}.id`, context.caller, { upcoming: true }));
      },
    },
    sorts: {
      date: `${singular}.publishedAt`,
      name: 'shown.nameKey',
      id: `${singular}.id`,
      modified: `${singular}.modifiedAt`,
      pending: `COALESCE(${singular}.pendingAt, ${singular}.modifiedAt)`,
    },
    defaultSort: [`${singular}.publishedAt`, 'DESC'],
  };
}
