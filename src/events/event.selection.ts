import { type Caller } from '../common/auth/role.js';
import { type Rows } from '../common/listing/rows.js';
import { unmasked } from './event-access.js';
import { inWindow } from './event.stretches.js';
import { type Window } from './event.window.js';

/** A filter by records that events link to: any of the ids. */
export interface LinkFilter {
  readonly table: 'event_venues' | 'event_organizers' | 'event_categories' | 'event_tags';
  readonly column: 'venueId' | 'organizerId' | 'categoryId' | 'tagId';
  readonly ids: readonly number[];
}

export interface FlagFilter {
  readonly column: 'featured' | 'ticketed';
  readonly wanted: boolean;
}

/** The part of a list's filters that indexes and counters answer without a look at the events. */
export interface Selection {
  /** Undefined where dates do not count. */
  readonly window: Window | undefined;
  readonly links: LinkFilter[];
  readonly flags: FlagFilter[];
  /** Ids of events that are left out. */
  readonly exclude: readonly number[];
}

/** SQL that holds where a record has one of the links. */
function isLinked({ table, column, ids }: LinkFilter, eventId: string): string {
  // Correlated: a look at the primary key, whatever the number of links.
  return `EXISTS (SELECT 1 FROM ${table} other WHERE other.eventId = ${eventId} AND other.${column} IN (${ids.join()}))`;
}

/** SQL that holds where the flags are as wanted, in the table of events or in that of links. */
export function hasFlags(flags: readonly FlagFilter[], alias: string): string[] {
  return flags.map(({ column, wanted }) => `${alias}.${column} = ${wanted ? 'TRUE' : 'FALSE'}`);
}

/**
 * SQL that holds for links (`link`) to any of some records by which everybody finds an event that all the other filters
 * keep too.
 */
export function isFoundBy({ table, column }: LinkFilter, ids: readonly number[], selection: Selection): string {
  const { links, flags, exclude } = selection;
  const others = links.filter((other) => other.table !== table).map((other) => isLinked(other, 'link.eventId'));
  const wanted = ids.length === 1 ? `= ${ids[0]}` : `IN (${ids.join()})`;
  const left = exclude.length > 0 ? [`link.eventId NOT IN (${exclude.join()})`] : [];
  const conditions = [`link.${column} ${wanted}`, 'link.listed = TRUE', ...hasFlags(flags, 'link'), ...others, ...left];
  return conditions.join(' AND ');
}

/** Narrows a query by links and flags, as far as the caller sees the links. */
export function narrowByLinks(rows: Rows, { links, flags }: Selection, caller: Caller): void {
  for (const condition of hasFlags(flags, 'event')) rows.andWhere(condition);
  for (const { table, column, ids } of links)
    rows.andWhere(`event.id IN (SELECT link.eventId FROM ${table} link WHERE link.${column} IN (${ids.join()}))`);
  if (links.length === 0) return;
  const { sql, parameters } = unmasked('event', caller);
  rows.andWhere(sql, parameters);
}

/** Narrows a query by dates. */
export function narrowByDates(rows: Rows, { window }: Selection): void {
  if (!window) return;
  const { sql, parameters } = inWindow('event', window);
  rows.andWhere(sql, parameters);
}
