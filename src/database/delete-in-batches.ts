import { type Database } from './database.js';
import { queryInWorker } from './sql/statements.js';
import { run } from './sql/statements.js';
import { type Value } from './sql/drivers.js';

/** Number of rows that one transaction deletes: a long one would block other writers. */
const AT_ONCE = 1000;

/**
 * Deletes all rows that meet a condition, in several transactions. They are looked for outside of these, since a
 * condition without an index reads the whole table.
 * @param key the column that identifies a row among those
 */
export async function deleteInBatches(
  database: Database,
  table: string,
  key: string,
  condition: string,
  values: readonly Value[],
): Promise<void> {
  const sql = `SELECT ${key} AS id FROM ${table} WHERE ${condition} LIMIT ${AT_ONCE}`;
  for (;;) {
    const rows = await database.read((manager) => queryInWorker<{ id: number }>(manager, { sql, values }));
    if (rows.length === 0) return;
    const among = `${key} IN (${rows.map(({ id }) => id).join()}) AND (${condition})`;
    await database.write((manager) => run(manager, `DELETE FROM ${table} WHERE ${among}`, values));
  }
}
