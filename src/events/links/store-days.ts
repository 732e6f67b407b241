import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { marks, padded, pieces } from '../../database/rows/lists.js';
import { run } from '../../database/rows/statements.js';
import { tableOf } from '../../database/rows/table.js';
import { type Language } from '../../languages/language.js';
import { isListed } from '../times/listed.js';
import { countedStatesOf, type Stateful } from './counted-states.js';
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

/** The numbers of a day. */
type DayNumbers = Omit<ListedDay, 'narrowedBy' | 'recordId'>;

/** What an event adds to the day on which it begins. */
function numbersOf({ startUtc, featured, ticketed }: EventState): DayNumbers {
  return { day: dayOf(startUtc), events: 1, featured: Number(featured), ticketed: Number(ticketed) };
}

/** What writes add to the numbers of days, added up. */
export class DayChanges {
  private readonly days = new Map<string, ListedDay>();
  private readonly daysBelow = new Map<string, DaysBelow>();

  /** @param ancestorsOf records that an event of others counts for, once: without it `below` says of which it is */
  constructor(private readonly ancestorsOf?: (link: LinkBelow, ids: readonly number[]) => readonly number[]) {}

  add({ before, after }: StateChange): void {
    if (before) this.addEvent(before, -1);
    if (after) this.addEvent(after, 1);
  }

  /**
   * Of all events, of languages and states, and of records that no others are below: those that make a difference, in the
   * order of their key. Of all events also those of days that `below` names, so that whoever writes numbers of a day has
   * waited for the others there, and no two of them wait for each other.
   */
  get all(): ListedDay[] {
    const held = new Set(this.below.flatMap(({ days }) => changed(days).map(({ day }) => day)));
    const written = [...this.days.values()].filter(
      (line) => isChanged(line) || (line.narrowedBy === '' && held.has(line.day)),
    );
    const isBefore = (one: ListedDay, other: ListedDay) => {
      const different = KEY.find((column) => one[column] !== other[column]);
      return different !== undefined && one[different] < other[different];
    };
    return written.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  /** Of the records that events are linked to, where these may be below others: those that make a difference. */
  get below(): DaysBelow[] {
    return [...this.daysBelow.values()].filter(({ days }) => changed(days).length > 0);
  }

  /** To the numbers of all, of its languages and states, and of the records that count it. */
  private addEvent(event: EventState, sign: 1 | -1): void {
    if (!isListed(event)) return;
    const numbers = numbersOf(event);
    const count = (narrowedBy: string, recordId: number) =>
      add(this.days, [narrowedBy, recordId, numbers.day].join(' '), { narrowedBy, recordId, ...numbers }, sign);
    for (const narrowedBy of ['', ...event.languages, ...countedStatesOf(event)]) count(narrowedBy, 0);
    if (!linkCopy(event).listed) return;
    for (const link of COUNTED) {
      const ids = event.links[link.name] ?? [];
      if (ids.length === 0) continue;
      if (!isBelow(link)) for (const id of ids) count(link.name, id);
      else if (this.ancestorsOf) for (const id of this.ancestorsOf(link, ids)) count(link.name, id);
      else this.addBelow(link, ids, numbers, sign);
    }
  }

  private addBelow(link: LinkBelow, linked: readonly number[], numbers: DayNumbers, sign: 1 | -1): void {
    const ids = [...linked].sort((one, other) => one - other);
    const key = [link.name, ...ids].join(' ');
    let below = this.daysBelow.get(key);
    if (!below) this.daysBelow.set(key, (below = { link, ids, days: new Map() }));
    add(below.days, String(numbers.day), numbers, sign);
  }
}

/** The numbers of events that are linked to the same records. */
interface DaysBelow {
  readonly link: LinkBelow;
  readonly ids: readonly number[];
  readonly days: Map<string, DayNumbers>;
}

function add<D extends DayNumbers>(days: Map<string, D>, key: string, numbers: D, sign: 1 | -1): void {
  let day = days.get(key);
  if (!day) days.set(key, (day = { ...numbers, events: 0, featured: 0, ticketed: 0 }));
  for (const number of NUMBERS) day[number] += sign * numbers[number];
}

const isChanged = (day: DayNumbers) => NUMBERS.some((number) => day[number] !== 0);

/** Those that make a difference. */
function changed(days: ReadonlyMap<string, DayNumbers>): DayNumbers[] {
  return [...days.values()].filter(isChanged);
}

/**
 * Keeps the numbers of listed events by day: in one statement, unless there are hundreds. They are added in the database,
 * so that two writes both count, and touched in their order, so that no two writes wait for each other.
 */
export async function storeDays(manager: EntityManager, changes: readonly StateChange[]): Promise<void> {
  const days = new DayChanges();
  for (const change of changes) days.add(change);
  for (const some of pieces(days.all, AT_ONCE)) {
    if (some.length === 0) break;
    const lines = some.map(() => `(${marks(COLUMNS.length)})`).join(', ');
    const values = some.flatMap((day) => COLUMNS.map((column) => day[column]));
    await run(manager, addingDays(manager, `VALUES ${lines}`), values);
  }
  for (const { link, ids, days: ofRecords } of days.below)
    for (const some of pieces(changed(ofRecords), AT_ONCE)) await storeBelow(manager, link, ids, some);
}

/**
 * Adds the numbers of events to those of the records that they are linked to and of all above these, each once. These
 * are held until the transaction ends, so that the events count for the same ones when they are taken off or moved.
 */
async function storeBelow(
  manager: EntityManager,
  { name, ancestors }: LinkBelow,
  ids: readonly number[],
  days: readonly DayNumbers[],
): Promise<void> {
  const lock = isSqlite(manager.dataSource) ? '' : ' LOCK IN SHARE MODE';
  const records = padded(ids);
  const of = `FROM ${tableOf(manager, ancestors).name} above`;
  const where = `WHERE above.recordId IN (${marks(records.length)}) ORDER BY above.ancestorId`;
  const [first, ...others] = days as readonly [DayNumbers, ...DayNumbers[]];
  const numbers = ({ day, events, featured, ticketed }: DayNumbers) => [day, events, featured, ticketed];
  if (others.length === 0) {
    const selected = `SELECT DISTINCT '${name}', above.ancestorId, ${marks(4)} ${of} ${where}${lock}`;
    await run(manager, addingDays(manager, selected), [...numbers(first), ...records]);
    return;
  }
  // Not called as the columns of the table are: which of them a server adds to would be unclear.
  const lines = ['SELECT ? AS n1, ? AS n2, ? AS n3, ? AS n4', ...others.map(() => `SELECT ${marks(4)}`)];
  const selected =
    `SELECT DISTINCT '${name}', above.ancestorId, n1, n2, n3, n4 ${of} ` +
    `CROSS JOIN (${lines.join(' UNION ALL ')}) line ${where}, n1${lock}`;
  await run(manager, addingDays(manager, selected), [...days.flatMap(numbers), ...records]);
}

/** SQL that adds rows, `VALUES` or a query, to the numbers by day. */
export function addingDays(manager: EntityManager, rows: string): string {
  return `INSERT INTO listed_days (${COLUMNS.join(', ')}) ${rows} ${onKnownDay(manager)}`;
}

function onKnownDay(manager: EntityManager): string {
  const isFile = isSqlite(manager.dataSource);
  const added = NUMBERS.map((name) => `${name} = ${name} + ${isFile ? `excluded.${name}` : `VALUES(${name})`}`);
  return `${isFile ? `ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE'} ${added.join(', ')}`;
}
