import { type Extensions } from '../../extension-api/extensions.js';
import { idList } from '../../../database/sql/statements.js';
import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { resolveAuthors } from '../../list/authors.js';
import { type IdPage, filterByIds, filterByTranslation, filterRows, readPage } from '../../list/find-page.js';
import { type DefaultSort, type Listing, type ListScope } from '../../list/listing.js';
import { WRITABLE_STATUSES, type Status } from '../../records/visibility/access.js';
import { editable, whereEditable, whereVisible } from '../../records/visibility/visible.js';
import { EventTranslation, Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { type EventsQuery } from '../events.query.js';
import { type Relation, RELATIONS } from '../relations/relations.js';
import {
  type EventClause,
  type EventFilter,
  eventFilters,
  openClause,
  type OpenFilters,
  openSorts,
  protectedClause,
  unmaskedRows,
} from './clauses.js';
import { collapseSeries } from './collapse-series.js';
import { type Dates, filterByDates, hasDates } from './date-range.js';
import { byRelevance } from './relevance.js';
import { searchEvents } from './search-events.js';

/** Parameters that the list of events declares and an extension implements. Without it, the validation refuses them. */
type ExtensionParameter = 'geoloc' | 'geoloc_lat' | 'geoloc_lng';

/** The parameters whose clauses `filterVisible`, `searchEvents` and `collapseSeries` make. */
type SharedClauseParameter = 'status' | 'hide_from_listings' | 'search_in' | 'occurrences';

/** The parameters whose clauses are made together with others. */
type Elsewhere = keyof Dates | SharedClauseParameter | ExtensionParameter;

/** The filters whose clauses are open. */
const OPEN_FILTERS = {
  featured: (wanted) => openClause(`event.featured = ${wanted ? 'TRUE' : 'FALSE'}`),
  ticketed: (wanted) => openClause(`event.ticketed = ${wanted ? 'TRUE' : 'FALSE'}`),
  event_status: (eventStatus) => openClause('event.eventStatus IN (:...eventStatus)', { eventStatus }),
  attendance: (attendance) => openClause('event.attendance IN (:...attendance)', { attendance }),
  author: (authors, { context }) =>
    openClause('event.authorId IN (:...authors)', { authors: resolveAuthors(authors, context.caller) }),
  post_parent: async (id, { manager, context, errors }) => {
    const parent = SelectBuilder.of(manager, Event, 'event').andWhere('event.id = :id', { id });
    const [readable] = await whereVisible(parent, context.caller, WRITABLE_STATUSES).read();
    if (!readable) errors.add('post_parent', (messages) => messages.unknownId([id]));
    return openClause('event.parentId = :parent', { parent: id });
  },
} satisfies OpenFilters<Elsewhere>;

/** The parameters that read nothing that a password hides. */
export const OPEN_PARAMETERS: readonly string[] = Object.keys(OPEN_FILTERS);

const LISTING: Listing<EventsQuery, Elsewhere> = {
  resource: EVENT,
  translation: EventTranslation,
  filters: eventFilters<Elsewhere>({
    ...OPEN_FILTERS,
    price: (price) => protectedClause('event.price = :price', { price }),
    ...relationFilters(),
  }),
  sorts: openSorts({
    start_date: 'event.startUtc',
    end_date: 'event.endUtc',
    title: 'shown.nameKey',
    date: 'event.publishedAt',
    modified: 'event.modifiedAt',
    id: 'event.id',
    pending: 'COALESCE(event.pendingAt, event.modifiedAt)',
  }),
  defaultSort: ['event.startUtc', 'ASC'],
  computedOrders: { relevance: byRelevance },
  selective: RELATIONS.flatMap(({ field, filters = [] }) => [field, ...filters.map(({ name }) => name)]),
  search: searchEvents,
};

/** The clauses of related resources, such as venues, as each resource defines them. */
function relationFilters(): Record<string, EventFilter<unknown>> {
  const all: Record<string, EventFilter<unknown>> = {};
  for (const relation of RELATIONS) {
    all[relation.field] = async (value, scope) => {
      const { ids, unknown } = await relation.resolveFilter(value, scope);
      if (unknown.length > 0) scope.errors.add(relation.field, (messages) => messages.unknownId(unknown));
      return relatedToAny(relation, relation.field, ids);
    };
    for (const { name, findIds } of relation.filters ?? [])
      all[name] = async (value, scope) => relatedToAny(relation, name, await findIds(value, scope));
  }
  return all;
}

/** The condition for events that are related to any of some records. @param filter whose value these records match */
function relatedToAny({ table, column }: Relation, filter: string, ids: readonly number[]): EventClause {
  if (ids.length === 0) return openClause('1 = 0');
  const { sql, parameters } = idList(filter, ids);
  // The unary plus prevents SQLite from reading all related events if an index by date is better.
  return protectedClause(
    `+event.id IN (SELECT relation.eventId FROM ${table} relation WHERE relation.${column} IN ${sql})`,
    parameters,
  );
}

/** The select of a list of events. */
export interface EventSelect {
  /** The events that pages show. */
  readonly rows: SelectBuilder;
  /** All events that these represent: more if the list shows one event of each series. */
  readonly counted: SelectBuilder;
  /** Whether the list shows one event of each series. */
  readonly isCollapsed: boolean;
  readonly defaultSort: DefaultSort;
  readonly scope: ListScope;
}

/**
 * Turns the parameters of a list of events into one select.
 * @param statuses the requested statuses
 * @throws {InvalidParameters} with all references to unknown records
 */
export async function selectEvents(
  parameters: EventsQuery,
  statuses: readonly Status[],
  scope: ListScope,
  extensions: Extensions,
): Promise<EventSelect> {
  // MySQL 9 would read all events of a status by this index, in the wrong order.
  const all = SelectBuilder.of(scope.manager, Event, 'event', 'NO_INDEX(event IX_events_scheduled)');
  const rows = filterVisible(all, parameters, statuses, scope);
  if (parameters.translation) whereEditable(rows, scope.context.caller);
  if (!isOfAnyDate(parameters)) filterByDates(rows, parameters, scope);
  const suggestedOrder = extensions.filterEvents(() => unmaskedRows(rows, scope.context.caller), parameters, scope);
  await filterRows(LISTING, rows, parameters, scope);
  const defaultSort: DefaultSort = suggestedOrder
    ? [suggestedOrder[0], 'ASC', ...suggestedOrder.slice(1)]
    : LISTING.defaultSort;
  const { occurrences = 'all' } = parameters;
  if (occurrences === 'all') return { rows, counted: rows, isCollapsed: false, defaultSort, scope };
  const collapsed = collapseSeries(rows, occurrences, () => seriesToShow(parameters, statuses, scope));
  return { ...collapsed, isCollapsed: true, defaultSort, scope };
}

/** Whether no date range applies: if ids are given, or if translations are filtered without dates. */
function isOfAnyDate(parameters: EventsQuery): boolean {
  return parameters.include !== undefined || (parameters.translation !== undefined && !hasDates(parameters));
}

/** The ids of a page, and the total. */
export function pageOfEvents({ rows, defaultSort, scope }: EventSelect, query: EventsQuery): Promise<IdPage> {
  return readPage({ ...LISTING, defaultSort }, rows, query, scope);
}

/** Keeps visible events. Events that are hidden from lists need their id in `include`, or `hide_from_listings`. */
function filterVisible(
  rows: SelectBuilder,
  { include, hide_from_listings: onlyHidden }: EventsQuery,
  statuses: readonly Status[],
  { context: { caller } }: ListScope,
): SelectBuilder {
  whereVisible(rows, caller, statuses);
  if (onlyHidden) return rows.andWhere('event.hidden = TRUE').andWhere(editable('event', caller));
  if (include) return rows.andWhere('(event.hidden = FALSE OR event.id IN (:...include))', { include });
  return rows.andWhere('event.hidden = FALSE');
}

/** The series that may represent their occurrences, regardless of their own dates. */
function seriesToShow(parameters: EventsQuery, statuses: readonly Status[], scope: ListScope): SelectBuilder {
  const rows = filterVisible(SelectBuilder.of(scope.manager, Event, 'event'), parameters, statuses, scope);
  filterByIds(rows, { exclude: parameters.exclude });
  // An occurrence may match the filters of translation states although its series does not, so these are left out.
  const { translation: _states, ...texts } = parameters;
  if (parameters.untranslated !== 'only') filterByTranslation(rows, EventTranslation, texts, scope);
  return rows;
}
