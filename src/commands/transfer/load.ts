import {
  type DataSource,
  type DataSourceOptions,
  type EntityManager,
  type EntityMetadata,
  QueryFailedError,
} from 'typeorm';
import { isSqlite, type Schema, withDataSource } from '../../database/data-source.js';
import { isDuplicate, isUnavailable } from '../../database/database-errors.js';
import { columnsMade, knownMigrations, migrate, pendingMigrations, unknownMigrations } from '../../database/migrate.js';
import { EventWord } from '../../calendar/events/words/event-word.entity.js';
import { indexAllTexts } from '../../calendar/events/words/index-texts.js';
import { EventSearchText } from '../../calendar/events/write/event-search-text.entity.js';
import { queryLists, run } from '../../database/sql/statements.js';
import { CommandError } from '../../lib/errors/command-error.js';
import { transferError, transferMessages } from './messages.js';
import { type Contents, hasMigrations, type TableRow } from './snapshot.js';
import {
  AT_ONCE,
  countRows,
  gatewayOf,
  MADE_BY_MIGRATIONS,
  type Row,
  type RowCounts,
  setLastIds,
  sumOf,
  tablesOf,
} from './tables.js';

/** The page cache of SQLite in KiB: with the small one of the service, pages of indexes would be read repeatedly. */
const CACHE_KIBIBYTES = 65_536;

/** Bytes of a statement that the server allows but that would only cost memory. */
const MAX_BYTES = 1_000_000;

/** Bytes that a column needs beside its value: quotes, a comma, the digits of a number or of a date. */
const BYTES_OF_COLUMN = 32;

/**
 * Fills an empty database in one transaction, after creating its tables. Later migrations update rows of older versions.
 * @throws {CommandError} if the database is not empty, or the rows are inconsistent; then it is empty again
 */
export async function load(
  options: DataSourceOptions,
  contents: Contents,
  onProgress: (rows: number) => void = () => undefined,
): Promise<RowCounts> {
  await withDataSource(options, (source) => assertTarget(source, contents));
  await migrate(until(contents.migrations, options));
  const counts = await withDataSource(options, (source) => fill(source, contents, onProgress));
  await migrate(options);
  await withDataSource(options, ({ manager }) => indexAllTexts(manager));
  return counts;
}

/** The options of a database with only these migrations. */
function until(migrations: readonly string[], options: DataSourceOptions): DataSourceOptions {
  const known = options.migrations as Schema['migrations'];
  const chosen = known.filter((migration) => migrations.includes(migration.name));
  // After earlier migrations, tables of the latest version are not expected.
  return chosen.length === known.length ? options : { ...options, entities: [], migrations: chosen };
}

/** @throws {CommandError} if the database has a calendar, or its tables differ from those of the contents */
export async function assertTarget(source: DataSource, { migrations }: Pick<Contents, 'migrations'>): Promise<void> {
  // Without migrations, tables of the same names belong to another program.
  if (await hasMigrations(source)) {
    const [foreign, pending] = [await unknownMigrations(source.manager), await pendingMigrations(source.manager)];
    const expected = knownMigrations(source).filter((name) => !migrations.includes(name));
    if (foreign.length > 0 || pending.join() !== expected.join()) throw transferError('otherTables');
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
  if (found.length > 0) throw transferError('notEmpty', found.join(', '));
}

async function fill(source: DataSource, { lastIds, rows }: Contents, onProgress: (rows: number) => void) {
  // Queried first: the pool has one connection, which the query runner below holds.
  const made = await columnsMade(source);
  const runner = source.createQueryRunner();
  const { manager } = runner;
  try {
    // Some rows refer to later ones: `assertReferences` checks all of them at the end.
    await run(manager, isSqlite(source) ? 'PRAGMA foreign_keys = OFF' : 'SET SESSION foreign_key_checks = 0');
    if (isSqlite(source)) await run(manager, `PRAGMA cache_size = -${CACHE_KIBIBYTES}`);
    await setLastIds(manager, lastIds);
    await runner.startTransaction();
    const counts = await insertAll(manager, rows(source), onProgress);
    await forgetIndex(manager, counts, made);
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

/** Notes that no words are indexed, unless the rows of the index are among those that were loaded. */
async function forgetIndex(manager: EntityManager, counts: RowCounts, made: ReadonlyMap<string, ReadonlySet<string>>) {
  const { tableName } = manager.dataSource.getMetadata(EventSearchText);
  if (counts[manager.dataSource.getMetadata(EventWord).tableName] === undefined && made.get(tableName)?.has('words'))
    await run(manager, `UPDATE ${tableName} SET words = NULL`);
}

async function insertAll(manager: EntityManager, rows: AsyncIterable<TableRow>, onProgress: (rows: number) => void) {
  const tables = new Map(tablesOf(manager.dataSource).map((metadata) => [metadata.tableName, metadata]));
  const counts: Record<string, number> = {};
  for (const entity of MADE_BY_MIGRATIONS) await manager.createQueryBuilder().delete().from(entity).execute();
  const limit = await statementLimit(manager);
  for await (const batch of batchesOf(rows, limit)) {
    const { table } = batch[0]!;
    const values = batch.map(({ row }) => row);
    await gatewayOf(manager, tables.get(table)!)
      .insert(manager, values)
      .catch((error: unknown) => throwRefusal(error, batch));
    counts[table] = (counts[table] ?? 0) + batch.length;
    onProgress(sumOf(counts));
  }
  return counts;
}

/** The length of a statement that the database accepts, in bytes. */
async function statementLimit(manager: EntityManager): Promise<number> {
  if (isSqlite(manager.dataSource)) return MAX_BYTES;
  const [[packet]] = (await queryLists(manager, 'SELECT @@max_allowed_packet')) as [[number]];
  return Math.min(MAX_BYTES, Number(packet) / 2);
}

/** Collects rows of one table to batches whose statements are not too long. */
async function* batchesOf(rows: AsyncIterable<TableRow>, limit: number): AsyncGenerator<TableRow[]> {
  let [batch, length]: [TableRow[], number] = [[], 0];
  for await (const next of rows) {
    const own = lengthOf(next.row);
    const isFull = batch.length === AT_ONCE || length + own > limit || batch[0]?.table !== next.table;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(next);
    length += own;
  }
  if (batch.length > 0) yield batch;
}

/** The bytes of a row in a statement, without the escapes of its texts. */
function lengthOf(row: Row): number {
  const lengths = Object.values(row).map((value) => {
    if (typeof value === 'string') return BYTES_OF_COLUMN + Buffer.byteLength(value);
    return BYTES_OF_COLUMN + (value instanceof Uint8Array ? 2 * value.length : 0);
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Describes a database error about a row. */
function throwRefusal(error: unknown, batch: readonly TableRow[]): never {
  if (!isDuplicate(error) && (!(error instanceof QueryFailedError) || isUnavailable(error))) throw error;
  const { table, line: first } = batch[0]!;
  throw new CommandError((language) => {
    const messages = transferMessages[language];
    const detail = (error as Error).message;
    const isTooLarge = (error as { code?: string }).code === 'ER_NET_PACKET_TOO_LARGE';
    const reason = isDuplicate(error) ? messages.twice : isTooLarge ? messages.packet : messages.refused(detail);
    return first === undefined
      ? messages.ofTable(table, reason)
      : messages.lines(first, batch.at(-1)!.line!, table, reason);
  });
}

/** @throws {CommandError} if the database does not have all rows that were sent to it */
async function assertCounts(manager: EntityManager, sent: RowCounts): Promise<void> {
  const tables = tablesOf(manager.dataSource).filter(({ tableName }) => sent[tableName] !== undefined);
  const found = await countRows(manager, tables);
  for (const [table, count] of Object.entries(sent)) {
    if (found[table] !== count) throw transferError('lostRows', table, found[table], count);
  }
}

/** @throws {CommandError} if a foreign key refers to no row. Older versions lack some columns of the entities. */
async function assertReferences(manager: EntityManager, existingColumns: ReadonlyMap<string, ReadonlySet<string>>) {
  for (const metadata of tablesOf(manager.dataSource)) {
    const columns = existingColumns.get(metadata.tableName);
    for (const key of metadata.foreignKeys)
      if (columns?.has(key.columnNames[0]!)) await assertKey(manager, metadata, key);
  }
}

async function assertKey(
  manager: EntityManager,
  { tableName }: EntityMetadata,
  { columnNames, referencedColumnNames, referencedTablePath }: EntityMetadata['foreignKeys'][number],
): Promise<void> {
  const quoted = (name: string) => manager.dataSource.driver.escape(name);
  const [column, referenced] = [quoted(columnNames[0]!), quoted(referencedColumnNames[0]!)];
  const [row] = await queryLists(
    manager,
    `SELECT r.${column} FROM ${quoted(tableName)} r LEFT JOIN ${quoted(referencedTablePath)} to_row ` +
      `ON to_row.${referenced} = r.${column} WHERE r.${column} IS NOT NULL AND to_row.${referenced} IS NULL LIMIT 1`,
  );
  if (row)
    throw transferError('noReference', `${tableName}.${columnNames[0]}`, `${referencedTablePath} ${String(row[0])}`);
}
