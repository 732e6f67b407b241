import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { marks, padded, pieces } from '../../database/rows/lists.js';
import { query, run } from '../../database/rows/statements.js';
import { tableOf } from '../../database/rows/table.js';
import { type Language } from '../../languages/language.js';
import { isListed } from '../times/listed.js';
import { countedStatesOf, OF_AUTHOR, OF_SERIES, type Stateful } from './counted-states.js';
import { linkCopy } from './link-row.js';
import { type ListedDay } from './listed-day.entity.js';
import { COUNTED, isBelow, type LinkBelow, type LinkedIds } from './links.js';

const DAY = 24 * 60 * 60_000;

const KEY = ['narrowedBy', 'recordId', 'day'] as const;
const NUMBERS = ['events', 'featured', 'ticketed'] as const;
const COLUMNS = [...KEY, ...NUMBERS];

/** Lines that one statement stores: a series has some for each of its dates. SQLite joins no more than 500 queries. */
const AT_ONCE = 500;

/** An event as lists and counts know it. */
export interface EventState extends Stateful {
  readonly links: LinkedIds;
  /** Those that it has texts of its own in. */
  readonly languages: readonly Language[];
}

/** A state before a write, and the one after it. */
export interface StateChange {
  readonly before?: EventState | undefined;
  readonly after?: EventState | undefined;
}

/** Days since 1970-01-01, in UTC. */
export function dayOf(date: Date): number {
  return Math.floor(date.getTime() / DAY);
}

/** The same as SQL, of a column. */
export function dayOfSql({ dataSource }: EntityManager, column: string): string {
  return isSqlite(dataSource)
    ? `CAST(julianday(date(${column})) - 2440587.5 AS INTEGER)`
    : `TO_DAYS(${column}) - 719528`;
}

/** The records that an event of some records counts for, once: those that they stand below, themselves included. */
type AncestorsOf = (link: LinkBelow, ids: readonly number[]) => readonly number[];

/** What writes add to the numbers of days, added up. */
export class DayChanges {
  private readonly days = new Map<string, ListedDay>();

  constructor(private readonly ancestorsOf: AncestorsOf) {}

  add({ before, after }: StateChange): void {
    if (before) this.addEvent(before, -1);
    if (after) this.addEvent(after, 1);
  }

  /** Those that make a difference, in the order of their key. */
  get all(): ListedDay[] {
    const isBefore = (one: ListedDay, other: ListedDay) => {
      const different = KEY.find((column) => one[column] !== other[column]);
      return different !== undefined && one[different] < other[different];
    };
    const changed = [...this.days.values()].filter((day) => NUMBERS.some((number) => day[number] !== 0));
    return changed.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  /** To the numbers of all, of its languages, states and author, of series, and of the records that count it. */
  private addEvent(event: EventState, sign: 1 | -1): void {
    if (!isListed(event)) return;
    const ofSeries = event.seriesId === null ? [] : [OF_SERIES];
    for (const narrowedBy of ['', ...event.languages, ...countedStatesOf(event), ...ofSeries])
      this.count(event, narrowedBy, 0, sign);
    this.count(event, OF_AUTHOR, event.authorId, sign);
    if (!linkCopy(event).listed) return;
    for (const link of COUNTED) {
      const ids = event.links[link.name] ?? [];
      for (const id of isBelow(link) ? this.ancestorsOf(link, ids) : ids) this.count(event, link.name, id, sign);
    }
  }

  private count(
    { startUtc, featured, ticketed }: EventState,
    narrowedBy: string,
    recordId: number,
    sign: 1 | -1,
  ): void {
    const day = dayOf(startUtc);
    const key = [narrowedBy, recordId, day].join(' ');
    let numbers = this.days.get(key);
    if (!numbers) this.days.set(key, (numbers = { narrowedBy, recordId, day, events: 0, featured: 0, ticketed: 0 }));
    numbers.events += sign;
    numbers.featured += sign * Number(featured);
    numbers.ticketed += sign * Number(ticketed);
  }
}

/**
 * Keeps the numbers of listed events by day: in one statement, unless there are hundreds. They are added in the database,
 * so that two writes both count, and touched in their order, so that no two of these statements wait for each other.
 */
export async function storeDays(manager: EntityManager, changes: readonly StateChange[]): Promise<void> {
  const days = new DayChanges(await heldAncestors(manager, changes));
  for (const change of changes) days.add(change);
  for (const some of pieces(days.all, AT_ONCE)) {
    if (some.length === 0) break;
    const lines = some.map(() => `(${marks(COLUMNS.length)})`).join(', ');
    const values = some.flatMap((day) => COLUMNS.map((column) => day[column]));
    await run(manager, addingDays(manager, `VALUES ${lines}`), values);
  }
}

/**
 * Which records the events count for that change: these are held until the transaction ends, so that the events count
 * for the same ones when they are taken off or moved.
 */
async function heldAncestors(manager: EntityManager, changes: readonly StateChange[]): Promise<AncestorsOf> {
  const above = new Map<LinkBelow, Map<number, number[]>>();
  for (const link of COUNTED.filter(isBelow)) {
    const ids = new Set(
      changes
        .filter(({ before, after }) => countsAs(link, before) !== countsAs(link, after))
        .flatMap(({ before, after }) => [before, after].flatMap((event) => event?.links[link.name] ?? [])),
    );
    if (ids.size > 0) above.set(link, await ancestorsOf(manager, link, [...ids]));
  }
  return (link, ids) => [...new Set(ids.flatMap((id) => above.get(link)?.get(id) ?? []))];
}

/** What decides over the numbers that an event adds to those of its records. */
function countsAs({ name }: LinkBelow, event: EventState | undefined): string {
  if (!event || !linkCopy(event).listed) return '';
  const ids = [...(event.links[name] ?? [])].sort((one, other) => one - other);
  return ids.length === 0 ? '' : [dayOf(event.startUtc), event.featured, event.ticketed, ...ids].join(' ');
}

/** In the order of their key, so that no two writers wait for each other. */
async function ancestorsOf(
  manager: EntityManager,
  { ancestors }: LinkBelow,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const lock = isSqlite(manager.dataSource) ? '' : ' LOCK IN SHARE MODE';
  const records = padded(ids);
  const sql =
    `SELECT recordId, ancestorId FROM ${tableOf(manager, ancestors).name} ` +
    `WHERE recordId IN (${marks(records.length)}) ORDER BY recordId, ancestorId${lock}`;
  const above = new Map<number, number[]>();
  for (const { recordId, ancestorId } of await query<{ recordId: number; ancestorId: number }>(manager, sql, records)) {
    const same = above.get(recordId);
    if (same) same.push(ancestorId);
    else above.set(recordId, [ancestorId]);
  }
  return above;
}

/** SQL that adds rows, `VALUES` or a query, to the numbers by day. */
export function addingDays(manager: EntityManager, rows: string): string {
  return `INSERT INTO listed_days (${COLUMNS.join(', ')}) ${rows} ${onKnownDay(manager)}`;
}

function onKnownDay(manager: EntityManager): string {
  const onSqlite = isSqlite(manager.dataSource);
  const added = NUMBERS.map((name) => `${name} = ${name} + ${onSqlite ? `excluded.${name}` : `VALUES(${name})`}`);
  return `${onSqlite ? `ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE'} ${added.join(', ')}`;
}
