import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { query, run } from './sql/statements.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * Counts committed transactions. They are spread over some rows, so that those at the same time seldom wait for each
 * other; the sum tells whether anything was written since.
 */
@Entity('write_counters')
export class WriteCounter {
  @PrimaryColumn('int', { unsigned: true })
  slot!: number;

  @Column('int', { unsigned: true, default: 0 })
  writes!: number;
}

/** Rows of the table; the first migration makes them. */
export const SLOTS = 16;

/** Transactions that are all counted in the first row. */
const inOneRow = new WeakSet<EntityManager>();

/**
 * Lets one alone of the transactions that call this be committed where they are at the same time on several nodes of a
 * cluster: these do not see each other's locks, only what is written. The others are run again.
 */
export function oneAtATime(manager: EntityManager): void {
  inOneRow.add(manager);
}

/**
 * Counts the transaction under way. On a server this is one of its last statements, so that others wait for the row hardly
 * longer than a commit.
 * @returns the row that counts it
 */
export async function countWrite(manager: EntityManager): Promise<number> {
  const slot = inOneRow.delete(manager) ? 0 : Math.floor(Math.random() * SLOTS);
  await run(manager, 'UPDATE write_counters SET writes = writes + 1 WHERE slot = ?', [slot]);
  if (manager instanceof UnitOfWork) manager.counterSlot = slot;
  return slot;
}

/** Updates a row that does not exist: a read-only server refuses that. */
export async function tryToWrite(manager: EntityManager): Promise<void> {
  await run(manager, 'UPDATE write_counters SET writes = writes WHERE slot = ?', [SLOTS]);
}

/** How many transactions were committed so far. */
export async function sumOfWrites(manager: EntityManager): Promise<number> {
  const [row] = await query<{ sum: number | string | null }>(manager, 'SELECT SUM(writes) AS sum FROM write_counters');
  return Number(row?.sum ?? 0);
}
