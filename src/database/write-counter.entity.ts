import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { query, run } from './sql/statements.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * Counts committed transactions. Several rows are used, so that concurrent transactions seldom wait for each other. The sum
 * of the rows is the data version.
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

/**
 * Counts the transaction under way in the first row. Of several such transactions on different nodes of a cluster, which do
 * not see each other's locks, only one can be committed; the others are run again.
 */
export function oneAtATime(manager: EntityManager): void {
  if (manager instanceof UnitOfWork) manager.counterSlot = 0;
}

/**
 * Counts the transaction under way. On a server this is one of its last statements, so that others wait for the row hardly
 * longer than a commit.
 * @returns the row that counts it
 */
export async function countWrite(manager: EntityManager): Promise<number> {
  const chosen = manager instanceof UnitOfWork ? manager.counterSlot : undefined;
  const slot = chosen ?? Math.floor(Math.random() * SLOTS);
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
