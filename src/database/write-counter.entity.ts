import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';

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
  await manager.increment(WriteCounter, { slot: Math.floor(Math.random() * SLOTS) }, 'writes', 1);
}

/** How many transactions were committed so far. */
export async function sumOfWrites(manager: EntityManager): Promise<number> {
  return (await manager.sum(WriteCounter, 'writes')) ?? 0;
}
