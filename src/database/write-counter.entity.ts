import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { query, run } from './sql/statements.js';
import { UnitOfWork } from './database.js';

/** Counts committed transactions, in several rows to avoid waiting. The sum of the rows is the data version. */
@Entity('write_counters')
export class WriteCounter {
  @PrimaryColumn('int', { unsigned: true })
  slot!: number;

  @Column('int', { unsigned: true, default: 0 })
  writes!: number;
}

/** Number of rows, which the first migration inserts. */
export const SLOTS = 16;

/**
 * Makes the current transaction conflict with all others that call this: they update the same row. The nodes of a
 * Galera cluster do not share row locks, but only commit one of several transactions that update a row; the others are
 * retried.
 */
export function serializeTransaction(manager: EntityManager): void {
  if (manager instanceof UnitOfWork) manager.counterSlot = 0;
}

/** Counts the current transaction, and returns the row that was incremented. Others wait for this row until the commit. */
export async function countWrite(manager: EntityManager): Promise<number> {
  const chosen = manager instanceof UnitOfWork ? manager.counterSlot : undefined;
  const slot = chosen ?? Math.floor(Math.random() * SLOTS);
  await run(manager, 'UPDATE write_counters SET writes = writes + 1 WHERE slot = ?', [slot]);
  if (manager instanceof UnitOfWork) manager.counterSlot = slot;
  return slot;
}

/** Updates a row that does not exist, which fails on a read-only server. */
export async function tryToWrite(manager: EntityManager): Promise<void> {
  await run(manager, 'UPDATE write_counters SET writes = writes WHERE slot = ?', [SLOTS]);
}

export async function sumOfWrites(manager: EntityManager): Promise<number> {
  const [row] = await query<{ sum: number | string | null }>(manager, 'SELECT SUM(writes) AS sum FROM write_counters');
  return Number(row?.sum ?? 0);
}

/** The current numbers of the transaction counters. */
export async function countersOf(manager: EntityManager): Promise<number[]> {
  const rows = await query<{ slot: number; writes: number }>(manager, 'SELECT slot, writes FROM write_counters');
  const counters = Array.from({ length: SLOTS }, () => 0);
  for (const { slot, writes } of rows) if (slot < SLOTS) counters[slot] = writes;
  return counters;
}
