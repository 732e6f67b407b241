import { type Caller, hasRole } from '../../requests/context/role.js';
import { type Condition } from '../../database/sql/condition.js';
import { named } from '../../database/sql/named.js';
import { type Language } from '../../languages/language.js';
import { type Rows } from '../../database/sql/rows.js';
import { editable, unmasked } from '../../records/visible.js';
import { type CountedRecord } from '../../resources/event-link.js';
import { type SignatureTest } from '../../values/text/signature.js';
import { type SearchTerm } from '../../values/text/search-terms.js';
import { type EventsQuery } from '../events.query.js';
import { type CountedState } from '../links/counted-states.js';
import { inWindow, within } from './stretches.js';
import { isLong, WEEK, type Window } from './window.js';

/** A record with more events than these has many: sums of the numbers by day are then quicker than counting its links. */
export const MANY_EVENTS = 5000;

/** To look up the links of more records than these takes longer than to look at each event of some days. */
const MANY_RECORDS = 500;

/** A filter by records that events link to: any of the ids. */
export interface LinkFilter {
  readonly table: string;
  readonly column: string;
  readonly ids: readonly number[];
  /** Where the filter names one record, and its kind counts events: the record, and the plural of the kind. */
  readonly counted?: CountedRecord & { readonly name: string };
  /** Whether few events link to them, as far as is known without asking. */
  readonly isSelective: boolean;
}

export interface FlagFilter {
  readonly column: 'featured' | 'ticketed';
  readonly wanted: boolean;
}

/** A filter by a state of events (`COUNTED_STATES`), of whose values numbers by day are kept. */
export interface StateFilter {
  readonly state: CountedState;
  /** Any of them. */
  readonly wanted: readonly string[];
}

/** Words that are searched for. */
export interface Search {
  readonly terms: readonly SearchTerm[];
  /** Where: `all` also means the names of the records that events are linked to. */
  readonly scope: EventsQuery['search_in'];
  /** Ids of the events that may be found; all of them where nothing is said. */
  readonly include: readonly number[] | undefined;
  /** What the signatures of the texts have to be; none where that is not worth asking. */
  readonly tests: readonly SignatureTest[];
}

/** The filters of a list that indexes and numbers by day can answer without reading the events. */
export interface Selection {
  /** Undefined where dates do not count: `include` names the events. */
  readonly window: Window | undefined;
  readonly links: LinkFilter[];
  readonly flags: FlagFilter[];
  readonly states: StateFilter[];
  /** Any of these accounts, where that is asked for. */
  readonly authors?: readonly number[] | undefined;
  /** A language that listed events have texts of their own in, or have none in, where that is asked for. */
  readonly texts?: { readonly language: Language; readonly are: 'own' | 'borrowed' } | undefined;
  /** Ids of events that are left out. */
  readonly exclude: readonly number[];
  /** Undefined where no words are searched for. */
  search?: Search;
}

/** Whether the events of a window are found from what the first filter names, rather than from the events themselves. */
export function isFromLinks({ links: [first] }: Selection, window: Window): boolean {
  return first !== undefined && (first.ids.length <= MANY_RECORDS || isLong(window, WEEK));
}

/** SQL that holds where a record has one of the links. */
function isLinked({ table, column, ids }: LinkFilter, eventId: string): string {
  // Correlated: a look at the primary key, whatever the number of links.
  return `EXISTS (SELECT 1 FROM ${table} other WHERE other.eventId = ${eventId} AND other.${column} IN (${ids.join()}))`;
}

/** The same, looked up for each event: an EXISTS may become a join that begins with all links, a COUNT does not. */
function isEachLinked({ table, column, ids }: LinkFilter): string {
  const linked = `FROM ${table} other WHERE other.eventId = event.id AND other.${column} IN (${ids.join()})`;
  return `(SELECT COUNT(*) ${linked}) > 0`;
}

/** SQL that holds where the texts of an event are as wanted. */
function hasTexts({ texts }: Selection, eventId: string): string[] {
  if (!texts) return [];
  const borrowed = texts.are === 'borrowed' ? 'TRUE' : 'FALSE';
  return [
    `EXISTS (SELECT 1 FROM event_translations text WHERE text.recordId = ${eventId} ` +
      `AND text.language = '${texts.language}' AND text.borrowed = ${borrowed})`,
  ];
}

/** SQL that holds where the flags are as wanted, in the table of events or in that of links. */
export function hasFlags(flags: readonly FlagFilter[], alias: string): string[] {
  return flags.map(({ column, wanted }) => `${alias}.${column} = ${wanted ? 'TRUE' : 'FALSE'}`);
}

/** SQL that holds for links (`link`) of events that are not left out. */
function isNotExcluded(ids: readonly number[]): string[] {
  return ids.length > 0 ? [`link.eventId NOT IN (${ids.join()})`] : [];
}

/**
 * SQL, from its FROM on, of the links (`link`) to any of some records whose events pass all other filters as well: the
 * links that everybody may see, and apart from them those of protected events that this caller may see all of.
 */
export function matchingLinks(
  first: LinkFilter,
  ids: readonly number[],
  selection: Selection,
  caller: Caller,
): readonly [forEverybody: Condition, ...forCaller: Condition[]] {
  const { table, column } = first;
  const { links, flags, exclude } = selection;
  const others = links.filter((other) => other !== first).map((other) => isLinked(other, 'link.eventId'));
  const wanted = ids.length === 1 ? `= ${ids[0]}` : `IN (${ids.join()})`;
  const texts = hasTexts(selection, 'link.eventId');
  const conditions = [
    `link.${column} ${wanted}`,
    ...hasFlags(flags, 'link'),
    ...others,
    ...texts,
    ...isNotExcluded(exclude),
  ].join(' AND ');
  const forEverybody = { sql: `FROM ${table} link WHERE link.listed = TRUE AND ${conditions}`, parameters: {} };
  if (!hasRole(caller, 'contributor')) return [forEverybody];
  const { sql, parameters } = editable('event', caller);
  // CROSS JOIN has SQLite begin with the links.
  const joined = `FROM ${table} link CROSS JOIN events event ON event.id = link.eventId WHERE link.listed = FALSE`;
  const isProtected = "event.status = 'publish' AND event.hidden = FALSE AND event.passwordHash IS NOT NULL";
  return [forEverybody, { sql: `${joined} AND ${isProtected} AND ${sql} AND ${conditions}`, parameters }];
}

/** SQL that holds for links (`link`), of whatever table, that everybody may see and whose events pass all filters. */
export function isMatchingLink({ links, flags, exclude }: Selection): string {
  const others = links.map((filter) => isLinked(filter, 'link.eventId'));
  return ['link.listed = TRUE', ...hasFlags(flags, 'link'), ...others, ...isNotExcluded(exclude)].join(' AND ');
}

/** SQL that holds for all links (`link`) of events of a window; it ignores `begun`, and so holds for some others, too. */
export function linksInWindow({ startFrom, startTo, endTo }: Window): Condition {
  return named(within('link', { startFrom, startTo, endTo }), 'linked');
}

/**
 * Narrows a query by links and flags, as far as the caller sees the links.
 * @param inTime SQL that holds for the links (`link`) of the events that are looked for; undefined where these are few,
 * so that the links of each are looked up
 */
export function narrowByLinks(
  rows: Rows,
  { links, flags }: Selection,
  caller: Caller,
  inTime: Condition | undefined,
): void {
  for (const condition of hasFlags(flags, 'event')) rows.andWhere(condition);
  const linked = ({ table, column, ids }: LinkFilter, { sql }: Condition) =>
    `event.id IN (SELECT link.eventId FROM ${table} link WHERE link.${column} IN (${ids.join()}) AND ${sql})`;
  for (const link of links) rows.andWhere(inTime ? linked(link, inTime) : isEachLinked(link), inTime?.parameters);
  if (links.length === 0) return;
  if (links.some(({ isSelective }) => isSelective)) rows.sortApart();
  const { sql, parameters } = unmasked('event', caller);
  rows.andWhere(sql, parameters);
}

/** Narrows a query by whose events are, and by what they are as far as the caller may know it. */
export function narrowByColumns(rows: Rows, { authors, states }: Selection, caller: Caller): void {
  if (authors) rows.andWhere('event.authorId IN (:...authors)', { authors });
  for (const { state, wanted } of states) {
    rows.andWhere(`event.${state.column} IN (:...${state.column})`, { [state.column]: wanted });
    if (!state.isMasked) continue;
    const { sql, parameters } = unmasked('event', caller);
    rows.andWhere(sql, parameters);
  }
}

/** Narrows a query by dates. */
export function narrowByDates(rows: Rows, { window }: Selection): void {
  if (!window) return;
  const { sql, parameters } = named(inWindow('event', window), 'window');
  rows.andWhere(sql, parameters);
}
