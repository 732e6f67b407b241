import { type DataSourceOptions, type EntityManager } from 'typeorm';
import { withDataSource } from '../database/data-source.js';
import { knownMigrations } from '../database/migrate.js';
import { assertTarget, type Batch, load } from './load.js';
import { countRows, readLastIds, readRows, sumOf } from './rows.js';
import { withSnapshot } from './snapshot.js';
import { type RowCounts, tablesOf } from './tables.js';
import { type OnProgress } from './write-export.js';

/**
 * Copies a calendar with its keys and passwords into an empty database of any engine.
 * @param url of the calendar
 * @param target options of the database
 * @returns the number of rows of each table
 */
export function copyCalendar(url: string, target: DataSourceOptions, onProgress: OnProgress): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const tables = tablesOf(manager.dataSource);
    const total = sumOf(await countRows(manager, tables));
    const lastIds = await readLastIds(manager, tables);
    const migrations = knownMigrations(manager.dataSource);
    return load(target, { migrations, lastIds, batches: () => batchesOf(manager) }, (done) => onProgress(done, total));
  });
}

async function* batchesOf(manager: EntityManager): AsyncGenerator<Batch> {
  for (const metadata of tablesOf(manager.dataSource)) {
    for await (const rows of readRows(manager, metadata)) yield { table: metadata.tableName, rows };
  }
}

/**
 * Checks both databases, and changes nothing.
 * @param target options of an existing database; undefined for a file that a copy would create
 * @returns the number of rows of each table
 */
export function checkCopy(url: string, target: DataSourceOptions | undefined): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const migrations = knownMigrations(manager.dataSource);
    if (target) await withDataSource(target, (source) => assertTarget(source, { migrations }));
    return countRows(manager, tablesOf(manager.dataSource));
  });
}
