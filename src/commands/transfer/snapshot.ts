import { existsSync } from 'node:fs';
import { type DataSource, type EntityManager, type EntityMetadata } from 'typeorm';
import { parseDatabaseUrl } from '../../lib/config/database-url.js';
import { createDataSource, dataSourceOptions, isSqlite } from '../../database/data-source.js';
import { knownMigrations, pendingMigrations, unknownMigrations } from '../../database/migrate.js';
import { schema } from '../../schema.js';
import { transferError } from './messages.js';
import { countRows, type LastIds, readLastIds, readRows, type Row } from './tables.js';

/** The rows of a calendar. */
export interface Contents {
  /** The migrations of the tables that the rows come from. */
  readonly migrations: readonly string[];
  readonly lastIds: LastIds;
  /** @param source a data source whose entities describe the rows */
  readonly rows: (source: DataSource) => AsyncIterable<TableRow>;
}

export interface TableRow {
  readonly table: string;
  readonly row: Row;
  /** The number of its line in a file. */
  readonly line?: number;
}

/**
 * Reads a consistent snapshot of a calendar, also while it is written to.
 * @throws {CommandError} if it is not a calendar of this version
 */
export async function withSnapshot<T>(url: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const location = parseDatabaseUrl(url);
  if (location.kind === 'sqlite' && !existsSync(location.path)) throw transferError('noFile', location.path);
  const source = createDataSource(await dataSourceOptions(schema, location, { readOnly: true, pool: 1 }));
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    await assertUpToDate(source);
    await (isSqlite(source) ? runner.startTransaction() : runner.startTransaction('REPEATABLE READ'));
    const result = await work(runner.manager);
    await runner.commitTransaction();
    return result;
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** The rows of tables in a snapshot, and their numbers. */
export async function contentsOf(manager: EntityManager, tables: readonly EntityMetadata[]) {
  async function* rows(): AsyncGenerator<TableRow> {
    for (const metadata of tables)
      for await (const batch of readRows(manager, metadata))
        for (const row of batch) yield { table: metadata.tableName, row };
  }
  const counts = await countRows(manager, tables);
  const lastIds = await readLastIds(manager, tables);
  return { migrations: knownMigrations(manager.dataSource), lastIds, counts, rows };
}

async function assertUpToDate(source: DataSource): Promise<void> {
  if (!(await hasMigrations(source))) throw transferError('noCalendar');
  const foreign = await unknownMigrations(source.manager);
  if (foreign.length > 0) throw transferError('newerDatabase', foreign.join(', '));
  if ((await pendingMigrations(source.manager)).length > 0) throw transferError('olderDatabase');
}

/** Whether the database has tables of the service. */
export async function hasMigrations(source: DataSource): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    return await runner.hasTable('migrations');
  } finally {
    await runner.release();
  }
}
