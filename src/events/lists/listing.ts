import { type Caller } from '../../requests/context/role.js';
import { textsAsked } from '../../lists/find-page.js';
import {
  type Filter,
  type Filters,
  type Listing,
  type ListScope,
  type FindIds,
  handledElsewhere,
} from '../../lists/listing.js';
import { type Rows } from '../../database/sql/rows.js';
import { readableIds } from '../../records/readable-ids.js';
import { type Status } from '../../records/status.js';
import { editable, unmasked, whereVisible } from '../../records/visible.js';
import { meansUntil } from '../../values/time/date-time-input.js';
import { COUNTED_STATES, type CountedState } from '../links/counted-states.js';
import { foldSeries } from './fold-series.js';
import { EventTranslation } from '../event-translation.entity.js';
import { Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { worthTests } from './searched-texts.js';
import { type EventPages, eventPages, type Fold } from './pages.js';
import { type Link, LINKS } from '../links/links.js';
import { MANY_EVENTS, type Selection } from './selection.js';
import { type Dates, type Window, windowNow } from './window.js';
import { type EventsQuery } from '../events.query.js';

/** The step of a filter by linked records: notes it in the selection, which `eventPages` goes by. */
function byLink(link: Link, selection: Selection): Filter<unknown> {
  return async (_query, value, scope) => {
    const { field, name, table, column, isCounted } = link;
    const { ids, unknown, counted } = await link.resolveFilter(value, scope);
    if (unknown.length > 0) return scope.faults.add(field, (messages) => messages.unknownId(unknown));
    // One venue or organizer can only have so many events; a category may have half of all.
    const isSelective = isCounted ? counted !== undefined && counted.events <= MANY_EVENTS : ids.length === 1;
    selection.links.push({ table, column, ids, isSelective, ...(counted && { counted: { ...counted, name } }) });
  };
}

/** The same for a filter by what linked records are, such as their city; where no record is it, nothing is found. */
function byLinked({ table, column }: Link, findIds: FindIds, selection: Selection): Filter<unknown> {
  return async (rows, value, scope) => {
    const ids = await findIds(value, scope);
    if (!ids) return;
    if (ids.length === 0) rows.andWhere('1 = 0');
    else selection.links.push({ table, column, ids, isSelective: false });
  };
}

/** In the order of `rank`, since a list is read from the links of its first filter. */
function linkFilters(selection: Selection): Record<string, Filter<unknown>> {
  const inOrder = [...LINKS].sort((one, other) => one.rank - other.rank);
  const byIds = inOrder.map((link) => [link.field, byLink(link, selection)] as const);
  const others = inOrder.flatMap((link) =>
    (link.filters ?? []).map((filter) => [filter.name, byLinked(link, filter.findIds, selection)] as const),
  );
  return Object.fromEntries([...byIds, ...others]);
}

const byParent: Filter<number> = async (rows, id, { manager, context, faults }) => {
  const readable = await readableIds(manager, Event, [id], context.caller);
  if (!readable.has(id)) return faults.add('post_parent', (messages) => messages.unknownId([id]));
  rows.andWhere('event.parentId = :parent', { parent: id });
};

/** The step of a filter by a state: notes it in the selection. */
function byState(column: CountedState['column'], { states }: Selection): Filter<string | readonly string[]> {
  const state = COUNTED_STATES.find((one) => one.column === column)!;
  return (_query, wanted) => void states.push({ state, wanted: [wanted].flat() });
}

/** Declared here, and answered for by an extension: without it they are refused. */
export const LEFT_TO_EXTENSIONS: readonly string[] = [
  'geoloc',
  'geoloc_lat',
  'geoloc_lng',
] satisfies (keyof EventsQuery)[];

const filters = (selection: Selection): Filters<EventsQuery> => ({
  // The dates are one window, see `windowNow`.
  start_date: handledElsewhere,
  end_date: handledElsewhere,
  starts_before: handledElsewhere,
  starts_after: handledElsewhere,
  ends_before: handledElsewhere,
  ends_after: handledElsewhere,
  from: handledElsewhere,
  to: handledElsewhere,
  strict_dates: handledElsewhere,
  hide_from_listings: handledElsewhere,
  status: handledElsewhere,
  ...linkFilters(selection),
  featured: (_query, wanted) => void selection.flags.push({ column: 'featured', wanted }),
  ticketed: (_query, wanted) => void selection.flags.push({ column: 'ticketed', wanted }),
  event_status: byState('eventStatus', selection),
  attendance: byState('attendance', selection),
  search_in: handledElsewhere,
  price: byState('price', selection),
  post_parent: byParent,
  author: handledElsewhere,
  modified_after: (rows, date, { site, context }) => {
    const now = new Date();
    context.response.expireAt(meansUntil(date, site.timezone, now));
    rows.andWhere('event.modifiedAt > :modifiedAfter', { modifiedAfter: date.resolve(site.timezone, now).utc });
  },
  occurrences: handledElsewhere,
  geoloc: handledElsewhere,
  geoloc_lat: handledElsewhere,
  geoloc_lng: handledElsewhere,
});

const sorts = {
  start_date: 'event.startUtc',
  end_date: 'event.endUtc',
  title: 'shown.nameKey',
  date: 'event.publishedAt',
  modified: 'event.modifiedAt',
  id: 'event.id',
};

export interface EventListing extends Listing<EventsQuery> {
  readonly pages: (...pages: Parameters<NonNullable<Listing<EventsQuery>['pages']>>) => EventPages;
  /** Complete once all steps are done. */
  readonly selection: Selection;
}

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
): EventListing {
  const { caller } = scope.context;
  const toShown = (all: Rows) => narrowToShown(whereVisible(all, caller, statuses), parameters, caller);
  toShown(rows);
  const window = parameters.include ? undefined : windowIn(scope, parameters);
  const are = textsAsked(parameters);
  const texts = are && { language: scope.context.language, are };
  const { author: authors, exclude = [] } = parameters;
  const selection: Selection = { window, links: [], flags: [], states: [], authors, exclude, texts };
  const isListed = statuses.join() === 'publish' && !parameters.hide_from_listings && !parameters.include;
  return {
    kind: EVENT,
    translation: EventTranslation,
    filters: filters(selection),
    sorts,
    defaultSort: ['event.startUtc', 'ASC'],
    search: async (terms) => {
      const asked = { terms, scope: parameters.search_in, include: parameters.include };
      selection.search = { ...asked, tests: await worthTests(asked, window, scope) };
    },
    byLinked: (linked, findIds) =>
      byLinked(
        LINKS.find(({ kind: { names } }) => names === linked)!,
        findIds,
        selection,
      ),
    pages: eventPages(rows, selection, scope, isListed, foldedBy(parameters, toShown)),
    selection,
  };
}

/** Undefined where all occurrences are listed. */
function foldedBy(query: EventsQuery, toShown: (rows: Rows) => void): Fold | undefined {
  const { occurrences = 'all', exclude } = query;
  // A series that stands for its occurrences has to be one that the list may show.
  const toShownForAll = (rows: Rows) => {
    toShown(rows);
    if (exclude) rows.andWhere('event.id NOT IN (:...exclude)', { exclude });
    // `shown` is joined already.
    if (textsAsked(query) === 'own') rows.andWhere('shown.borrowed = FALSE');
  };
  if (occurrences === 'all') return undefined;
  return {
    keeps: occurrences,
    apply: (left, isCheap) => foldSeries(left, occurrences, toShownForAll, isCheap),
  };
}

function windowIn({ context, site }: ListScope, dates: Dates): Window {
  const { window, until } = windowNow(dates, site.timezone);
  context.response.expireAt(until);
  return window;
}

/** Hidden events are shown where `include` names them, and where they are asked for. */
function narrowToShown(rows: Rows, { include, hide_from_listings: onlyHidden }: EventsQuery, caller: Caller): void {
  rows.with(unmasked('event', caller).parameters);
  if (onlyHidden) {
    const { sql, parameters } = editable('event', caller);
    rows.andWhere('event.hidden = TRUE').andWhere(sql, parameters);
  } else if (include) {
    // A series that stands for its occurrences may not be named itself.
    rows.andWhere('(event.hidden = FALSE OR event.id IN (:...include))', { include });
  } else {
    rows.andWhere('event.hidden = FALSE');
  }
}
