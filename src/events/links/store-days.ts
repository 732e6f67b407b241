import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { pieces } from '../../database/rows/lists.js';
import { run } from '../../database/rows/statements.js';
import { type Language } from '../../languages/language.js';
import { isListed, type Listable } from '../times/listed.js';
import { linkCopy } from './link-row.js';
import { type ListedDay } from './listed-day.entity.js';
import { COUNTED, type LinkedIds } from './links.js';

const DAY = 24 * 60 * 60_000;

const KEY = ['narrowedBy', 'recordId', 'day'] as const;
const NUMBERS = ['events', 'featured', 'ticketed'] as const;
const COLUMNS = [...KEY, ...NUMBERS];

/** Lines that one statement stores: a series has some for each of its dates. */
const AT_ONCE = 500;

/** An event as lists and counts know it. */
export interface EventState extends Listable {
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

/** What an event adds to the day on which it begins: to the numbers of all, of its languages, and of the records that count it. */
function addedToDay(event: EventState): ListedDay[] {
  if (!isListed(event)) return [];
  const { startUtc, featured, ticketed, links, languages } = event;
  const numbers = { day: dayOf(startUtc), events: 1, featured: Number(featured), ticketed: Number(ticketed) };
  const all = ['', ...languages].map((narrowedBy) => ({ narrowedBy, recordId: 0, ...numbers }));
  if (!linkCopy(event).listed) return all;
  const linked = COUNTED.flatMap(({ name: narrowedBy }) =>
    (links[narrowedBy] ?? []).map((recordId) => ({ narrowedBy, recordId, ...numbers })),
  );
  return [...all, ...linked];
}

/** What writes add to the numbers of days, added up. */
export class DayChanges {
  private readonly days = new Map<string, ListedDay>();

  add({ before, after }: StateChange): void {
    for (const numbers of before ? addedToDay(before) : []) this.count(numbers, -1);
    for (const numbers of after ? addedToDay(after) : []) this.count(numbers, 1);
  }

  /** Those that make a difference, in the order of their key. */
  get all(): ListedDay[] {
    const changed = [...this.days.values()].filter((day) => NUMBERS.some((number) => day[number] !== 0));
    const isBefore = (one: ListedDay, other: ListedDay) => {
      const different = KEY.find((column) => one[column] !== other[column]);
      return different !== undefined && one[different] < other[different];
    };
    return changed.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  private count(numbers: ListedDay, sign: 1 | -1): void {
    const key = KEY.map((column) => numbers[column]).join(' ');
    let day = this.days.get(key);
    if (!day) this.days.set(key, (day = { ...numbers, events: 0, featured: 0, ticketed: 0 }));
    for (const number of NUMBERS) day[number] += sign * numbers[number];
  }
}

/**
 * Keeps the numbers of listed events by day: in one statement, unless there are hundreds. They are added in the database,
 * so that two writes both count, and touched in their order, so that no two writes wait for each other.
 */
export async function storeDays(manager: EntityManager, changes: readonly StateChange[]): Promise<void> {
  const days = new DayChanges();
  for (const change of changes) days.add(change);
  const changed = days.all;
  if (changed.length === 0) return;
  for (const some of pieces(changed, AT_ONCE)) {
    const lines = some.map(() => `(${COLUMNS.map(() => '?').join(', ')})`).join(', ');
    const sql = `INSERT INTO listed_days (${COLUMNS.join(', ')}) VALUES ${lines} ${onKnownDay(manager)}`;
    const values = some.flatMap((day) => COLUMNS.map((column) => day[column]));
    await run(manager, sql, values);
  }
}

function onKnownDay(manager: EntityManager): string {
  const isFile = isSqlite(manager.dataSource);
  const added = NUMBERS.map((name) => `${name} = ${name} + ${isFile ? `excluded.${name}` : `VALUES(${name})`}`);
  return `${isFile ? `ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE'} ${added.join(', ')}`;
}
