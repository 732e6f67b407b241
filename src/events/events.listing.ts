import { resolveCategoryTrees } from '../categories/category.tree.js';
import { type Caller } from '../common/auth/role.js';
import { holds } from '../common/cache/holds.js';
import { type Filter, type Filters, type Listing, type ListScope, takenElsewhere } from '../common/listing/listing.js';
import { type Rows } from '../common/listing/rows.js';
import { type PublishedRecord } from '../common/records/published-record.js';
import { readableIds } from '../common/records/readable-ids.js';
import { type Status } from '../common/records/status.js';
import { editable, whereVisible } from '../common/records/visible.js';
import { resolveTerms } from '../common/terms/resolve-terms.js';
import { meansUntil } from '../common/time/date-time-input.js';
import { type TermRef } from '../common/values/lists.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { TagTranslation } from '../tags/tag-translation.entity.js';
import { Venue } from '../venues/venue.entity.js';
import { unmasked } from './event-access.js';
import { narrowToFound } from './event.search.js';
import { EventTranslation } from './event-translation.entity.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.kind.js';
import { eventPages } from './event.pages.js';
import { type LinkFilter, type Selection } from './event.selection.js';
import { type Dates, type Window, windowNow } from './event.window.js';
import { type EventsQuery } from './events.query.js';

/** Files what a filter by links asks for; the pages see to it. */
type LinkStep = (selection: Selection, ids: readonly number[]) => void;

const linkedBy =
  (table: LinkFilter['table'], column: LinkFilter['column']): LinkStep =>
  ({ links }, ids) =>
    void links.push({ table, column, ids });

function byRecords<E extends PublishedRecord>(
  name: 'venue' | 'organizer',
  entity: new () => E,
  selection: Selection,
  file: LinkStep,
): Filter<number[]> {
  return async (_query, ids, { manager, context, faults }) => {
    const readable = await readableIds(manager, entity, ids, context.caller);
    const unknown = ids.filter((id) => !readable.has(id));
    if (unknown.length > 0) return faults.add(name, (messages) => messages.unknownId(unknown));
    file(selection, [...new Set(ids)]);
  };
}

function byTerms(
  name: 'categories' | 'tags',
  resolve: typeof resolveCategoryTrees,
  selection: Selection,
  file: LinkStep,
): Filter<TermRef[]> {
  return async (_query, refs, { manager, context, faults }) => {
    const { ids, unknownIds, unknownTexts } = await resolve(manager, refs, context.language);
    const unknown = [...unknownIds, ...unknownTexts];
    if (unknown.length > 0) return faults.add(name, (messages) => messages.unknownId(unknown));
    file(selection, ids);
  };
}

const resolveTags: typeof resolveCategoryTrees = (manager, refs, language) =>
  resolveTerms(manager, TagTranslation, refs, language);

const byParent: Filter<number> = async (rows, id, { manager, context, faults }) => {
  const readable = await readableIds(manager, Event, [id], context.caller);
  if (!readable.has(id)) return faults.add('post_parent', (messages) => messages.unknownId([id]));
  rows.andWhere('event.parentId = :parent', { parent: id });
};

/** Declared here, answered for by extensions: without one they are refused. */
export const LEFT_TO_EXTENSIONS = ['geoloc', 'geoloc_lat', 'geoloc_lng'] as const satisfies (keyof EventsQuery)[];

const filters = (selection: Selection): Filters<EventsQuery> => ({
  // The dates are one window, see `windowNow`.
  start_date: takenElsewhere,
  end_date: takenElsewhere,
  starts_before: takenElsewhere,
  starts_after: takenElsewhere,
  ends_before: takenElsewhere,
  ends_after: takenElsewhere,
  from: takenElsewhere,
  to: takenElsewhere,
  strict_dates: takenElsewhere,
  hide_from_listings: takenElsewhere,
  status: takenElsewhere,
  // The narrower ones first: a list is read from the links of its first filter.
  venue: byRecords('venue', Venue, selection, linkedBy('event_venues', 'venueId')),
  organizer: byRecords('organizer', Organizer, selection, linkedBy('event_organizers', 'organizerId')),
  tags: byTerms('tags', resolveTags, selection, linkedBy('event_tags', 'tagId')),
  categories: byTerms('categories', resolveCategoryTrees, selection, linkedBy('event_categories', 'categoryId')),
  featured: (_query, wanted) => void selection.flags.push({ column: 'featured', wanted }),
  ticketed: (_query, wanted) => void selection.flags.push({ column: 'ticketed', wanted }),
  post_parent: byParent,
  author: (rows, ids) => void rows.andWhere('event.authorId IN (:...authors)', { authors: ids }),
  modified_after: (rows, date, { site, context }) => {
    const now = new Date();
    holds(context, meansUntil(date, site.timezone, now));
    rows.andWhere('event.modifiedAt > :modifiedAfter', { modifiedAfter: date.resolve(site.timezone, now).utc });
  },
  geoloc: takenElsewhere,
  geoloc_lat: takenElsewhere,
  geoloc_lng: takenElsewhere,
});

const sorts = {
  start_date: 'event.startUtc',
  end_date: 'event.endUtc',
  title: 'shown.nameKey',
  date: 'event.publishedAt',
  modified: 'event.modifiedAt',
  id: 'event.id',
};

/**
 * How events are listed.
 * @param rows the events, narrowed by nothing yet
 * @param statuses those that are asked for
 */
export function eventListing(
  rows: Rows,
  statuses: readonly Status[],
  parameters: EventsQuery,
  scope: ListScope,
): Listing<EventsQuery> {
  const { caller } = scope.context;
  narrowToShown(whereVisible(rows, caller, statuses), parameters, caller);
  const window = parameters.include ? undefined : windowIn(scope, parameters);
  const selection: Selection = { window, links: [], flags: [], exclude: parameters.exclude ?? [] };
  const isListed = statuses.join() === 'publish' && !parameters.hide_from_listings && !parameters.include;
  return {
    kind: EVENT,
    translation: EventTranslation,
    filters: filters(selection),
    sorts,
    defaultSort: ['event.startUtc', 'ASC'],
    search: (all, terms) => narrowToFound(all, terms, window, parameters.include, scope),
    pages: eventPages(rows, selection, scope, isListed),
  };
}

function windowIn({ context, site }: ListScope, dates: Dates): Window {
  const { window, until } = windowNow(dates, site.timezone);
  holds(context, until);
  return window;
}

/** Hidden events are shown by `include`, and where they are asked for. */
function narrowToShown(rows: Rows, { include, hide_from_listings: onlyHidden }: EventsQuery, caller: Caller): void {
  rows.with(unmasked('event', caller).parameters);
  if (onlyHidden) {
    const { sql, parameters } = editable('event', caller);
    rows.andWhere('event.hidden = TRUE').andWhere(sql, parameters);
  } else if (!include) {
    rows.andWhere('event.hidden = FALSE');
  }
}
