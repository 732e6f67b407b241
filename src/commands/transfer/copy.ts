import { type DataSourceOptions } from 'typeorm';
import { withDataSource } from '../../database/data-source.js';
import { knownMigrations } from '../../database/migrate.js';
import { assertTarget, load } from './load.js';
import { contentsOf, withSnapshot } from './snapshot.js';
import { countRows, type RowCounts, sumOf, tablesOf } from './tables.js';
import { type OnProgress } from './write-export.js';

/** Copies a calendar with its keys and passwords into an empty database of any engine. */
export function copyCalendar(url: string, target: DataSourceOptions, onProgress: OnProgress): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const contents = await contentsOf(manager, tablesOf(manager.dataSource));
    const total = sumOf(contents.counts);
    return load(target, contents, (done) => onProgress(done, total));
  });
}

/** Checks both databases, and changes nothing. `target` is undefined for a file that a copy would create. */
export function checkCopy(url: string, target: DataSourceOptions | undefined): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const migrations = knownMigrations(manager.dataSource);
    if (target) await withDataSource(target, (source) => assertTarget(source, { migrations }));
    return countRows(manager, tablesOf(manager.dataSource));
  });
}
