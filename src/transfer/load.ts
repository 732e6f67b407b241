import { type DataSource, type DataSourceOptions, type EntityManager, QueryFailedError } from 'typeorm';
import { createDataSource, isSqlite, type Schema } from '../database/data-source.js';
import { isDuplicate, isUnavailable } from '../database/database-errors.js';
import { foreignMigrations, knownMigrations, pendingMigrations } from '../database/pending-migrations.js';
import { columnsMade, migrate } from '../database/migrate.js';
import { run } from '../database/sql/statements.js';
import { type LastIds, setLastIds } from './last-ids.js';
import { countRows, gatewayOf, sumOf } from './read-rows.js';
import { assertReferences } from './references.js';
import { hasMigrations } from './snapshot.js';
import { MADE_BY_MIGRATIONS, type Row, type RowCounts, tablesOf } from './tables.js';
import { TransferError } from './transfer-error.js';

/** KiB of pages that SQLite keeps: with the little of a service the pages of indexes are read again and again. */
const KEPT_PAGES = 65_536;

/** Characters of one statement, so that it fits into the smallest `max_allowed_packet` in use (16 MiB). */
const MAX_CHARACTERS = 1_000_000;

/** Rows of one table. */
export interface Batch {
  readonly table: string;
  /** Their place in a file, as in `Lines 2 to 501`. */
  readonly place?: string;
  readonly rows: readonly Row[];
}

/** The contents that a database is filled with. */
export interface Contents {
  /** The migrations of the tables when the rows were read. */
  readonly migrations: readonly string[];
  readonly lastIds: LastIds;
  /** @param source whose entities describe the rows */
  readonly batches: (source: DataSource) => AsyncIterable<Batch>;
}

/**
 * Fills an empty database in one transaction, and makes its tables first. Rows of an older version are brought up to date
 * by the migrations that followed.
 * @param onProgress is told the number of rows so far
 * @returns how many rows each table has
 * @throws {TransferError} where it is not empty, or the rows do not belong together; then it is empty again
 */
export async function load(
  options: DataSourceOptions,
  contents: Contents,
  onProgress: (rows: number) => void = () => undefined,
): Promise<RowCounts> {
  await withSource(options, (source) => assertTarget(source, contents));
  await migrate(until(contents.migrations, options));
  const counts = await withSource(options, (source) => fill(source, contents, onProgress));
  await migrate(options);
  return counts;
}

/** The options of a database with these migrations alone. */
function until(migrations: readonly string[], options: DataSourceOptions): DataSourceOptions {
  const known = options.migrations as Schema['migrations'];
  const chosen = known.filter((migration) => migrations.includes(migration.name));
  // Tables of the latest version are not expected after earlier migrations.
  return chosen.length === known.length ? options : { ...options, entities: [], migrations: chosen };
}

/** @throws {TransferError} where the database has a calendar, or its tables are not those of the contents */
export async function assertTarget(source: DataSource, { migrations }: Pick<Contents, 'migrations'>): Promise<void> {
  // Without migrations, tables of the same names belong to another program.
  if (await hasMigrations(source)) {
    const [foreign, pending] = [await foreignMigrations(source.manager), await pendingMigrations(source.manager)];
    const expected = knownMigrations(source).filter((name) => !migrations.includes(name));
    if (foreign.length > 0 || pending.join() !== expected.join())
      throw new TransferError('The database has the tables of another version. Name a database without tables.');
  }
  await assertEmpty(source);
}

async function assertEmpty(source: DataSource): Promise<void> {
  const made = await columnsMade(source);
  const own = tablesOf(source).filter(({ target }) => !MADE_BY_MIGRATIONS.includes(target as never));
  const counts = await countRows(
    source.manager,
    own.filter(({ tableName }) => made.has(tableName)),
  );
  const found = Object.entries(counts).flatMap(([table, count]) => (count > 0 ? [`${table}: ${count}`] : []));
  if (found.length > 0)
    throw new TransferError(
      `The database is not empty (rows in ${found.join(', ')}). Name an empty one. Nothing was changed.`,
    );
}

export async function withSource<T>(options: DataSourceOptions, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = createDataSource(options);
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

async function fill(source: DataSource, { lastIds, batches }: Contents, onProgress: (rows: number) => void) {
  // Before the one connection of the pool is taken.
  const made = await columnsMade(source);
  const runner = source.createQueryRunner();
  const { manager } = runner;
  try {
    // Rows come in the order of their ids, so that some name rows that follow. `assertReferences` checks all at the end.
    await run(manager, isSqlite(source) ? 'PRAGMA foreign_keys = OFF' : 'SET SESSION foreign_key_checks = 0');
    if (isSqlite(source)) await run(manager, `PRAGMA cache_size = -${KEPT_PAGES}`);
    await setLastIds(manager, lastIds);
    await runner.startTransaction();
    const counts = await insertAll(manager, batches(source), onProgress);
    await assertReferences(manager, made);
    await assertCounts(manager, counts);
    await runner.commitTransaction();
    return counts;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

async function insertAll(
  manager: EntityManager,
  batches: AsyncIterable<Batch>,
  onProgress: (rows: number) => void,
): Promise<RowCounts> {
  const tables = new Map(tablesOf(manager.dataSource).map((metadata) => [metadata.tableName, metadata]));
  const counts: Record<string, number> = {};
  for (const entity of MADE_BY_MIGRATIONS) await manager.createQueryBuilder().delete().from(entity).execute();
  for await (const { table, rows, place = '' } of batches) {
    try {
      for (const some of statementsOf(rows)) await gatewayOf(manager, tables.get(table)!).insert(manager, some);
    } catch (error) {
      throw refusal(error, `${place} (${table})`.trim());
    }
    counts[table] = (counts[table] ?? 0) + rows.length;
    onProgress(sumOf(counts));
  }
  return counts;
}

/** The error of the database about a row, as a sentence. */
function refusal(error: unknown, place: string): unknown {
  if (isDuplicate(error)) return new TransferError(`${place}: two rows have the same key.`);
  if (!(error instanceof QueryFailedError) || isUnavailable(error)) return error;
  return new TransferError(`${place}: the database refuses a row: ${error.message}.`);
}

/** Rows in pieces that are not too long for a statement. */
function statementsOf(rows: readonly Row[]): Row[][] {
  const pieces: Row[][] = [];
  let length = Infinity;
  for (const row of rows) {
    const own = Object.values(row).reduce<number>((sum, value) => sum + lengthOf(value), 0);
    if (length + own > MAX_CHARACTERS) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)!.push(row);
    length += own;
  }
  return pieces;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}

/** @throws {TransferError} where the database does not have the rows that were sent to it */
async function assertCounts(manager: EntityManager, sent: RowCounts): Promise<void> {
  const tables = tablesOf(manager.dataSource).filter(({ tableName }) => sent[tableName] !== undefined);
  const found = await countRows(manager, tables);
  for (const [table, count] of Object.entries(sent)) {
    if (found[table] !== count)
      throw new TransferError(`The table ${table} has ${found[table]} rows after ${count} were written.`);
  }
}
