import { type SelectQueryBuilder } from 'typeorm';
import { resolveCategoryTrees } from '../categories/category.tree.js';
import { holds } from '../common/cache/holds.js';
import { type Filter, type Filters, type Listing, type ListScope, takenElsewhere } from '../common/listing/listing.js';
import { type PublishedRecord } from '../common/records/published-record.js';
import { readableIds } from '../common/records/readable-ids.js';
import { editable } from '../common/records/visible.js';
import { resolveTerms } from '../common/terms/resolve-terms.js';
import { meansUntil } from '../common/time/date-time-input.js';
import { type TermRef } from '../common/values/lists.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { TagTranslation } from '../tags/tag-translation.entity.js';
import { Venue } from '../venues/venue.entity.js';
import { unmasked } from './event-access.js';
import { narrowToFound } from './event.search.js';
import { EventTranslation } from './event-translation.entity.js';
import { narrowByDates, windowHoldsUntil } from './event.window.js';
import { Event } from './event.entity.js';
import { EVENT } from './event.kind.js';
import { type EventsQuery } from './events.query.js';

type Query = SelectQueryBuilder<Event>;

/** Keeps events that a link table connects with one of some records, as far as the caller sees the links. */
function linkedTo(query: Query, { context }: ListScope, table: string, column: string, ids: readonly number[]): void {
  const { sql, parameters } = unmasked('event', context.caller);
  query.andWhere(`event.id IN (SELECT link.eventId FROM ${table} link WHERE link.${column} IN (:...${table}))`, {
    [table]: ids,
  });
  query.andWhere(sql, parameters);
}

function byRecords<E extends PublishedRecord>(
  name: 'venue' | 'organizer',
  entity: new () => E,
  table: string,
): Filter<Event, number[]> {
  return async (query, ids, scope) => {
    const readable = await readableIds(scope.manager, entity, ids, scope.context.caller);
    const unknown = ids.filter((id) => !readable.has(id));
    if (unknown.length > 0) return scope.faults.add(name, (messages) => messages.unknownId(unknown));
    linkedTo(query, scope, table, `${name}Id`, ids);
  };
}

function byTerms(
  name: 'categories' | 'tags',
  resolve: typeof resolveCategoryTrees,
  table: string,
  column: string,
): Filter<Event, TermRef[]> {
  return async (query, refs, scope) => {
    const { ids, unknownIds, unknownTexts } = await resolve(scope.manager, refs, scope.context.language);
    const unknown = [...unknownIds, ...unknownTexts];
    if (unknown.length > 0) return scope.faults.add(name, (messages) => messages.unknownId(unknown));
    linkedTo(query, scope, table, column, ids);
  };
}

const resolveTags: typeof resolveCategoryTrees = (manager, refs, language) =>
  resolveTerms(manager, TagTranslation, refs, language);

const byFlag =
  (column: 'featured' | 'ticketed'): Filter<Event, boolean> =>
  (query, wanted) =>
    void query.andWhere(`event.${column} = ${wanted ? 'TRUE' : 'FALSE'}`);

const byParent: Filter<Event, number> = async (query, id, { manager, context, faults }) => {
  const readable = await readableIds(manager, Event, [id], context.caller);
  if (!readable.has(id)) return faults.add('post_parent', (messages) => messages.unknownId([id]));
  query.andWhere('event.parentId = :parent', { parent: id });
};

/** Declared here, answered for by extensions: without one they are refused. */
export const LEFT_TO_EXTENSIONS = ['geoloc', 'geoloc_lat', 'geoloc_lng'] as const satisfies (keyof EventsQuery)[];

const filters: Filters<Event, EventsQuery> = {
  // The dates are one window, see `narrowToWindow`.
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
  categories: byTerms('categories', resolveCategoryTrees, 'event_categories', 'categoryId'),
  tags: byTerms('tags', resolveTags, 'event_tags', 'tagId'),
  venue: byRecords('venue', Venue, 'event_venues'),
  organizer: byRecords('organizer', Organizer, 'event_organizers'),
  featured: byFlag('featured'),
  ticketed: byFlag('ticketed'),
  post_parent: byParent,
  author: (query, ids) => void query.andWhere('event.authorId IN (:...authors)', { authors: ids }),
  modified_after: (query, date, { site, context }) => {
    const now = new Date();
    holds(context, meansUntil(date, site.timezone, now));
    query.andWhere('event.modifiedAt > :modifiedAfter', { modifiedAfter: date.resolve(site.timezone, now).utc });
  },
  geoloc: takenElsewhere,
  geoloc_lat: takenElsewhere,
  geoloc_lng: takenElsewhere,
};

export const EVENT_LISTING: Listing<Event, EventsQuery> = {
  kind: EVENT,
  entity: Event,
  translation: EventTranslation,
  filters,
  sorts: {
    start_date: 'event.startUtc',
    end_date: 'event.endUtc',
    title: 'shown.nameKey',
    date: 'event.publishedAt',
    modified: 'event.modifiedAt',
    id: 'event.id',
  },
  defaultSort: ['event.startUtc', 'ASC'],
  search: narrowToFound,
};

/** Dates and hidden events: `include` overrides the dates, and shows what is hidden. */
export function narrowToWindow(query: Query, parameters: EventsQuery, { context, site }: ListScope): void {
  query.setParameters(unmasked('event', context.caller).parameters);
  if (!parameters.include) {
    // First: midnight may pass in between.
    holds(context, windowHoldsUntil(parameters, site.timezone));
    narrowByDates(query, parameters, site.timezone);
  }
  if (parameters.hide_from_listings) {
    const { sql, parameters: rights } = editable('event', context.caller);
    query.andWhere('event.hidden = TRUE').andWhere(sql, rights);
  } else if (!parameters.include) {
    query.andWhere('event.hidden = FALSE');
  }
}
