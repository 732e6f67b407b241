import { Logger } from '@nestjs/common';
import { type DataSource, type DataSourceOptions, type EntityManager, MigrationExecutor } from 'typeorm';
import { withDataSource, isSqlite } from './data-source.js';
import { withLease } from './lease.js';
import { placeholders } from './sql/statements.js';

const logger = new Logger('Migrations');

/**
 * Runs pending migrations. If several instances start together, one does it and the others wait. Without pending
 * migrations nothing is written, so that a read-only database suffices.
 */
export async function migrate(options: DataSourceOptions): Promise<void> {
  if (await withDataSource(options, isUpToDate)) return;
  await withLease(options, 'migrations', () =>
    withDataSource(options, async (source) => {
      const earlier = await new MigrationExecutor(source).getExecutedMigrations();
      const last = earlier.toSorted((one, other) => one.timestamp - other.timestamp).at(-1);
      const ran = await source.runMigrations({ transaction: 'all' });
      const newest = ran.at(-1);
      if (!last && newest) logger.log(`Made a new database with ${ran.length} migrations, up to ${newest.name}.`);
      for (const { name, timestamp } of last ? ran : []) {
        const order = last && timestamp < last.timestamp ? `, out of order: ${last.name} had run before` : '';
        logger.log(`Ran ${name}${order}.`);
      }
      await assertTables(source);
    }),
  );
}

async function isUpToDate(source: DataSource): Promise<boolean> {
  const runner = source.createQueryRunner();
  const isNew = !(await runner.hasTable('migrations').finally(() => runner.release()));
  if (isNew) return false;
  const foreign = await unknownMigrations(source.manager);
  if (foreign.length > 0)
    logger.warn(
      `The database has migrations that this version does not know (${foreign.join(', ')}). They belong to a newer version, which may need what this one does not write, or to an extension that was removed.`,
    );
  if ((await pendingMigrations(source.manager)).length > 0) return false;
  await assertTables(source);
  return true;
}

/** Names of the migrations that are not in the database yet. */
export async function pendingMigrations(manager: EntityManager): Promise<string[]> {
  const done = new Set(await doneMigrations(manager));
  return knownMigrations(manager.dataSource).filter((name) => !done.has(name));
}

/** Names of migrations in the database that belong to a newer version or to a removed extension. */
export async function unknownMigrations(manager: EntityManager): Promise<string[]> {
  const known = new Set(knownMigrations(manager.dataSource));
  return (await doneMigrations(manager)).filter((name) => !known.has(name));
}

async function doneMigrations(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>('SELECT name FROM migrations');
  return rows.map(({ name }) => name);
}

/** Names of the migrations of this version. */
export function knownMigrations({ migrations }: DataSource): string[] {
  return migrations.map(({ name, constructor }) => name ?? constructor.name);
}

/** Checks that all tables and columns exist. Without it, the first request that needs a missing one would fail. */
async function assertTables(source: DataSource): Promise<void> {
  const made = await columnsMade(source);
  for (const { name, tablePath, columns } of source.entityMetadatas) {
    const missing = columns.map(({ databaseName }) => databaseName).filter((one) => !made.get(tablePath)?.has(one));
    if (missing.length === 0) continue;
    const found = made.has(tablePath)
      ? `The table ${tablePath} lacks ${missing.join(', ')} of ${name}`
      : `There is no table ${tablePath} for ${name}`;
    throw new Error(`${found}: no migration that a schema names has made it.`);
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
  const among = `IN (${placeholders(names.length)})`;
  const sql = isSqlite(source)
    ? `SELECT t.name AS tableName, c.name AS columnName FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name ${among}`
    : `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS columnName FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME ${among}`;
  for (const { tableName, columnName } of await source.query<{ tableName: string; columnName: string }[]>(sql, names))
    made.set(tableName, (made.get(tableName) ?? new Set()).add(columnName));
  return made;
}
