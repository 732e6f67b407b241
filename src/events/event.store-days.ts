import { type EntityManager } from 'typeorm';
import { isSqlite } from '../database/data-source.js';
import { type EventDay } from './event-day.entity.js';
import { isListed, type Listable } from './event.listed.js';

const DAY = 24 * 60 * 60_000;

const COUNTS = ['events', 'featured', 'ticketed'] as const;

/** Days since 1970-01-01, in UTC. */
export function dayOf(date: Date): number {
  return Math.floor(date.getTime() / DAY);
}

/** What an event adds to the day on which it begins; undefined where lists do not show it. */
export function addedToDay(event: Listable | undefined): EventDay | undefined {
  if (!event || !isListed(event)) return undefined;
  const { startUtc, featured, ticketed } = event;
  return { day: dayOf(startUtc), events: 1, featured: Number(featured), ticketed: Number(ticketed) };
}

/**
 * Keeps the numbers of listed events by day; at most one statement. The change is added in the database, so that two
 * writes both count, and days are touched in their order, so that two writes never wait for each other.
 */
export async function storeDays(
  manager: EntityManager,
  before: Listable | undefined,
  after: Listable | undefined,
): Promise<void> {
  const [lost, gained] = [rowOf(addedToDay(before), -1), rowOf(addedToDay(after), 1)];
  const isSame = lost && gained && lost.every((number, place) => number === (place === 0 ? 1 : -1) * gained[place]!);
  const rows = [lost, gained].filter((row) => row !== undefined).sort(([one], [other]) => one! - other!);
  if (isSame || rows.length === 0) return;
  const lines = rows.map(() => '(?, ?, ?, ?)').join(', ');
  const sql = `INSERT INTO event_days (day, ${COUNTS.join(', ')}) VALUES ${lines} ${onKnownDay(manager)}`;
  await manager.query(sql, rows.flat());
}

function rowOf(added: EventDay | undefined, sign: 1 | -1): number[] | undefined {
  return added && [added.day, ...COUNTS.map((name) => sign * added[name])];
}

function onKnownDay(manager: EntityManager): string {
  const isFile = isSqlite(manager.dataSource);
  const added = COUNTS.map((name) => `${name} = ${name} + ${isFile ? `excluded.${name}` : `VALUES(${name})`}`);
  return `${isFile ? 'ON CONFLICT (day) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE'} ${added.join(', ')}`;
}
