import { type EntityManager, type QueryRunner } from 'typeorm';
import { tableOptions } from '../../src/database/data-source.js';
import { sumOfWrites } from '../../src/database/write-counter.entity.js';

/**
 * While a seed is unfinished a row says how many writes the calendar has had if nobody but the seed has written. Like
 * that of leases, the table is no part of what a calendar is, and is made here.
 */
export async function makeTable(runner: QueryRunner): Promise<void> {
  const columns = '(writes int NOT NULL PRIMARY KEY)';
  await runner.query(`CREATE TABLE IF NOT EXISTS unfinished_seed ${columns}${tableOptions(runner.dataSource)}`);
}

/** In the first transaction of a seed. */
export async function noteBegin(manager: EntityManager): Promise<void> {
  await manager.query('INSERT INTO unfinished_seed (writes) VALUES (?)', [await sumOfWrites(manager)]);
}

/** In each transaction of a seed: a write more. */
export async function noteWrite(manager: EntityManager): Promise<void> {
  await manager.query('UPDATE unfinished_seed SET writes = writes + 1');
}

/** In the last transaction of a seed. */
export async function noteEnd(manager: EntityManager): Promise<void> {
  await manager.query('DELETE FROM unfinished_seed');
}

/**
 * Whether a seed was interrupted, and somebody else has written since it began. To be asked within the transaction that
 * goes by the answer: nobody else can commit until it ends.
 */
export async function unfinishedSeed(manager: EntityManager): Promise<'none' | 'untouched' | 'touched'> {
  await manager.query('UPDATE write_counters SET writes = writes');
  const [row] = await manager.query<{ writes: number }[]>('SELECT writes FROM unfinished_seed');
  if (!row) return 'none';
  return Number(row.writes) === (await sumOfWrites(manager)) ? 'untouched' : 'touched';
}
