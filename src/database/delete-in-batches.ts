import { type Database } from './database.js';
import { queryInWorker, run, type Value } from './sql/statements.js';

/** Number of rows that one transaction deletes: a long one would block other writers. */
const BATCH_SIZE = 1000;

/**
 * Deletes all rows that meet a condition, in several transactions. Their keys are read before each transaction, because
 * a condition without an index reads the whole table and would hold locks meanwhile.
 * @param key a column that identifies each row that meets the condition
 */
export async function deleteInBatches(
  database: Database,
  table: string,
  key: string,
  condition: string,
  values: readonly Value[],
): Promise<void> {
  const sql = `SELECT ${key} AS id FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE}`;
  for (;;) {
    const rows = await database.read((manager) => queryInWorker<{ id: number }>(manager, { sql, values }));
    if (rows.length === 0) return;
    const among = `${key} IN (${rows.map(({ id }) => id).join()}) AND (${condition})`;
    await database.write((manager) => run(manager, `DELETE FROM ${table} WHERE ${among}`, values));
  }
}
