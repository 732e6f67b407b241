import { type DataSourceOptions } from 'typeorm';
import { withDataSource } from '../../database/data-source.js';
import { knownMigrations } from '../../database/migrate.js';
import { assertTarget, load } from './load.js';
import { contentsOf, type TableRow, withSnapshot } from './snapshot.js';
import { copiedTables, countRows, type RowCounts, sumOf } from './tables.js';
import { type OnProgress } from './write-export.js';

/** The error of the database that a copy writes, to tell it from an error of the calendar that it reads. */
export class TargetError extends Error {
  constructor(override readonly cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

/**
 * Copies a calendar with its keys and passwords, without one-time links, into an empty database of any engine.
 * @throws {TargetError} for an error of that database
 */
export function copyCalendar(url: string, target: DataSourceOptions, onProgress: OnProgress): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const contents = await contentsOf(manager, copiedTables(manager.dataSource));
    const total = sumOf(contents.counts);
    let isOfSource = false;
    async function* rows(): AsyncGenerator<TableRow> {
      try {
        yield* contents.rows();
      } catch (error) {
        isOfSource = true;
        throw error;
      }
    }
    try {
      return await load(target, { ...contents, rows }, (done) => onProgress(done, total));
    } catch (error) {
      if (isOfSource) throw error;
      throw new TargetError(error);
    }
  });
}

/** Checks both databases, and changes nothing. `target` is undefined for a file that a copy would create. */
export function checkCopy(url: string, target: DataSourceOptions | undefined): Promise<RowCounts> {
  return withSnapshot(url, async (manager) => {
    const migrations = knownMigrations(manager.dataSource);
    if (target)
      await withDataSource(target, (source) => assertTarget(source, { migrations })).catch((error: unknown) => {
        throw new TargetError(error);
      });
    return countRows(manager, copiedTables(manager.dataSource));
  });
}
