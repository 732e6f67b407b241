import { type EntityManager } from 'typeorm';
import { differences } from '../../records/store.js';
import { isSqlite } from '../../database/data-source.js';
import { run } from '../../database/rows/statements.js';
import { type EventDay } from './event-day.entity.js';
import { isListed, type Listable } from './listed.js';

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

/** Keeps the numbers of listed events by day; at most one statement. */
export async function storeDays(
  manager: EntityManager,
  before: Listable | undefined,
  after: Listable | undefined,
): Promise<void> {
  const [lost, gained] = [addedToDay(before), addedToDay(after)];
  const isSame = lost && gained && Object.keys(differences(lost, gained)).length === 0;
  const changes = [lost && negated(lost), gained].filter((change) => change !== undefined);
  if (!isSame) await addToDays(manager, changes);
}

/**
 * Adds to the numbers of days, in the database, so that two writes both count. Days are touched in their order, so that
 * no two writes wait for each other.
 */
export async function addToDays(manager: EntityManager, changes: readonly EventDay[]): Promise<void> {
  if (changes.length === 0) return;
  const inOrder = [...changes].sort((one, other) => one.day - other.day);
  const lines = inOrder.map(() => '(?, ?, ?, ?)').join(', ');
  const sql = `INSERT INTO event_days (day, ${COUNTS.join(', ')}) VALUES ${lines} ${onKnownDay(manager)}`;
  const values = inOrder.flatMap((change) => [change.day, ...COUNTS.map((name) => change[name])]);
  await run(manager, sql, values);
}

function negated({ day, events, featured, ticketed }: EventDay): EventDay {
  return { day, events: -events, featured: -featured, ticketed: -ticketed };
}

function onKnownDay(manager: EntityManager): string {
  const isFile = isSqlite(manager.dataSource);
  const added = COUNTS.map((name) => `${name} = ${name} + ${isFile ? `excluded.${name}` : `VALUES(${name})`}`);
  return `${isFile ? 'ON CONFLICT (day) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE'} ${added.join(', ')}`;
}
