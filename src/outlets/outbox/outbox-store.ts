import { type EntityManager } from 'typeorm';
import { parseSqliteTime, query, run } from '../../database/sql/statements.js';
import { tableOf, type Where } from '../../database/sql/table.js';
import { SECOND } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { type Attempt, type OutboxRow, type OutboxTable } from './outbox-row.js';

/** Milliseconds in which one attempt must end. */
export const ATTEMPT_TIMEOUT = 15 * SECOND;

/** Milliseconds for which a message is claimed by an instance: longer than an attempt and storing its result take. */
const LEASE = ATTEMPT_TIMEOUT + 10 * SECOND;

/** The number of messages that may be sent to a receiver now. */
export interface SendCapacity {
  readonly receiverId: number;
  readonly count: number;
}

type Table = Pick<OutboxTable<OutboxRow>, 'name'> & { readonly receiver?: string };

/** Ids of due messages, the oldest first for each receiver, at most as many as may be sent now. */
export async function dueIds(
  manager: EntityManager,
  table: Table,
  capacities: readonly SendCapacity[],
  now: Date,
): Promise<number[]> {
  const parts = capacities.map(
    ({ receiverId, count }) =>
      `SELECT id FROM (SELECT id FROM ${table.name} WHERE ${ofReceiver(table, receiverId)}dueAt <= ? ` +
      `ORDER BY dueAt LIMIT ${count}) due${receiverId}`,
  );
  const times = parts.map(() => truncateToSeconds(now));
  return (await query<{ id: number }>(manager, parts.join(' UNION ALL '), times)).map(({ id }) => id);
}

/** When the next message to one of these receivers is due; undefined if there is none. */
export async function earliestDue(
  manager: EntityManager,
  table: Table,
  receiverIds: readonly number[],
): Promise<Date | undefined> {
  if (receiverIds.length === 0) return undefined;
  const parts = receiverIds.map(
    (id) =>
      `SELECT * FROM (SELECT dueAt FROM ${table.name} WHERE ${ofReceiver(table, id)}dueAt IS NOT NULL ` +
      `ORDER BY dueAt LIMIT 1) due${id}`,
  );
  const rows = await query<{ dueAt: Date | string }>(manager, parts.join(' UNION ALL '));
  const times = rows.map(({ dueAt }) => (typeof dueAt === 'string' ? parseSqliteTime(dueAt) : dueAt).getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

const ofReceiver = ({ receiver }: Table, id: number) => (receiver === undefined ? '' : `${receiver} = ${id} AND `);

/** Claims messages for this instance. If it dies, they become due again when the time of an attempt is over. */
export async function claim<Row extends OutboxRow>(
  manager: EntityManager,
  { name, entity }: OutboxTable<Row>,
  ids: readonly number[],
  token: string,
  now: Date,
): Promise<Row[]> {
  const until = truncateToSeconds(new Date(now.getTime() + LEASE));
  const sql = `UPDATE ${name} SET claim = ?, dueAt = ? WHERE id IN (${ids.join()}) AND dueAt <= ?`;
  await run(manager, sql, [token, until, truncateToSeconds(now)]);
  const where = { id: ids, claim: token } as unknown as Where<Row>;
  return (await tableOf(manager, entity).select(manager, where)) as unknown as Row[];
}

/**
 * Stores the results of attempts. Messages that another instance has claimed meanwhile are left alone.
 * @param after the columns of a message after an attempt that ended; `deleted` to remove it
 */
export async function storeAttempts<Row extends OutboxRow, Outcome>(
  manager: EntityManager,
  { entity }: OutboxTable<Row>,
  attempts: readonly Attempt<Row, Outcome>[],
  after: (attempt: Attempt<Row, Outcome> & { readonly outcome: Outcome }) => Partial<Row> | 'deleted',
): Promise<void> {
  const table = tableOf(manager, entity);
  for (const attempt of attempts) {
    const { row, outcome, at } = attempt;
    const where = { id: row.id, claim: row.claim } as unknown as Where<Row>;
    const repeated = { dueAt: truncateToSeconds(at), claim: null } as Partial<Row>;
    const columns = outcome === undefined ? repeated : after({ ...attempt, outcome });
    await (columns === 'deleted' ? table.remove(manager, where) : table.update(manager, where, columns));
  }
}
