import { type EntityManager, type QueryRunner } from 'typeorm';
import { tableOptions } from '../../src/database/data-source.js';
import { sumOfWrites } from '../../src/database/write-counter.entity.js';

/**
 * While a seed runs, a row holds the value that the write counter has if only the seed writes. A different counter
 * means that others have written. The table is created here and not by a migration, since it is not part of the schema.
 */
export async function createStateTable(runner: QueryRunner): Promise<void> {
  const columns = '(writes int NOT NULL PRIMARY KEY)';
  await runner.query(`CREATE TABLE IF NOT EXISTS unfinished_seed ${columns}${tableOptions(runner.dataSource)}`);
}

/** Call it in the first transaction of a seed. */
export async function markStarted(manager: EntityManager): Promise<void> {
  await manager.query('INSERT INTO unfinished_seed (writes) VALUES (?)', [await sumOfWrites(manager)]);
}

/** Call it in each transaction of a seed, which counts as one write. */
export async function countSeedWrite(manager: EntityManager): Promise<void> {
  await manager.query('UPDATE unfinished_seed SET writes = writes + 1');
}

/** Call it in the last transaction of a seed. */
export async function markFinished(manager: EntityManager): Promise<void> {
  await manager.query('DELETE FROM unfinished_seed');
}

/**
 * Whether a seed was interrupted (`untouched`), and whether others have written since it began (`touched`). Call it in
 * the transaction that acts on the result: the no-op update locks the counters, so that no other transaction commits.
 */
export async function unfinishedSeed(manager: EntityManager): Promise<'none' | 'untouched' | 'touched'> {
  await manager.query('UPDATE write_counters SET writes = writes');
  const [row] = await manager.query<{ writes: number }[]>('SELECT writes FROM unfinished_seed');
  if (!row) return 'none';
  return Number(row.writes) === (await sumOfWrites(manager)) ? 'untouched' : 'touched';
}
