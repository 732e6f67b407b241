import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { queryAtOnce, run } from './rows/statements.js';

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

/** Counts the transaction under way, as its last statement: nothing waits for the row but another commit. */
export async function countWrite(manager: EntityManager): Promise<void> {
  const slot = Math.floor(Math.random() * SLOTS);
  await run(manager, 'UPDATE write_counters SET writes = writes + 1 WHERE slot = ?', [slot]);
}

/**
 * Has two transactions that both call this end one after the other. The nodes of a cluster do not see each other's locks,
 * only what is written: of two on different nodes one loses, and is run again.
 */
export async function oneAtATime(manager: EntityManager): Promise<void> {
  await run(manager, 'UPDATE write_counters SET writes = writes + 1 WHERE slot = ?', [0]);
}

/** Asks for what every write asks for, and changes nothing: there is no such row. A read-only server refuses it. */
export async function tryToWrite(manager: EntityManager): Promise<void> {
  await run(manager, 'UPDATE write_counters SET writes = writes WHERE slot = ?', [SLOTS]);
}

/** How many transactions were committed so far. */
export async function sumOfWrites(manager: EntityManager): Promise<number> {
  const [row] = await queryAtOnce<{ sum: number | string | null }>(
    manager,
    'SELECT SUM(writes) AS sum FROM write_counters',
  );
  return Number(row?.sum ?? 0);
}
