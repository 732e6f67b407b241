import { Logger } from '@nestjs/common';
import { type DataSource, type DataSourceOptions } from 'typeorm';
import { withDataSource, isSqlite } from './data-source.js';
import { withLease } from './lease.js';
import { placeholders } from './sql/lists.js';
import { foreignMigrations, lastMigration, pendingMigrations } from './pending-migrations.js';

/**
 * Runs pending migrations. If several instances start together, one does it and the others wait. Without pending
 * migrations nothing is written, so that a read-only database suffices.
 */
export async function migrate(options: DataSourceOptions): Promise<void> {
  if (await withDataSource(options, isUpToDate)) return;
  await withLease(options, 'migrations', () =>
    withDataSource(options, async (source) => {
      const last = await lastMigration(source);
      const done = await source.runMigrations({ transaction: 'all' });
      for (const { name, timestamp } of done) {
        const order = last && timestamp < last.timestamp ? `, out of order: ${last.name} had run before` : '';
        new Logger('Migrations').log(`Ran ${name}${order}.`);
      }
      await assertTables(source);
    }),
  );
}

async function isUpToDate(source: DataSource): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return false;
  } finally {
    await runner.release();
  }
  const foreign = await foreignMigrations(source.manager);
  if (foreign.length > 0) {
    new Logger('Migrations').warn(
      `The database has what this version does not know (${foreign.join(', ')}): it is of a newer version, which may miss what this one leaves out, or of an extension that was taken away.`,
    );
  }
  if ((await pendingMigrations(source.manager)).length > 0) return false;
  await assertTables(source);
  return true;
}

/**
 * Checks that all tables and columns exist, in case a definition lacks its migration. Otherwise the first request that
 * needs them would fail.
 */
async function assertTables(source: DataSource): Promise<void> {
  const made = await columnsMade(source);
  for (const { name, tablePath, columns } of source.entityMetadatas) {
    const there = made.get(tablePath);
    if (!there)
      throw new Error(`There is no table ${tablePath} for ${name}: no migration that a schema names has made it.`);
    const missing = columns.map(({ databaseName }) => databaseName).filter((column) => !there.has(column));
    if (missing.length > 0)
      throw new Error(
        `The table ${tablePath} lacks ${missing.join(', ')} of ${name}: no migration that a schema names has made it.`,
      );
  }
}

/**
 * The names of existing columns by table. Only tables of entities are read, since SQLite fails on virtual tables of
 * modules that are not loaded.
 */
export async function columnsMade(source: DataSource): Promise<Map<string, Set<string>>> {
  const names = source.entityMetadatas.map(({ tablePath }) => tablePath);
  const made = new Map<string, Set<string>>();
  if (names.length === 0) return made;
  const sql = isSqlite(source)
    ? `SELECT tables.name AS tableName, info.name AS columnName FROM sqlite_master tables JOIN pragma_table_info(tables.name) info WHERE tables.type = 'table' AND tables.name IN (${placeholders(names.length)})`
    : `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS columnName FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (${placeholders(names.length)})`;
  for (const { tableName, columnName } of await source.query<{ tableName: string; columnName: string }[]>(sql, names)) {
    const columns = made.get(tableName) ?? new Set();
    made.set(tableName, columns.add(columnName));
  }
  return made;
}
