import BetterSqlite3, { type Statement } from 'better-sqlite3';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import {
  type DatabaseLocation,
  type ServerLocation,
  type SqliteLocation,
  parseDatabaseUrl,
} from '../config/database-url.js';
import { statementRecorder, StatementSubscriber } from '../tracing/statement-spans.js';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';

/** Milliseconds for closing the connections to a server. */
const CLOSE_TIMEOUT = 1000;

/** Entities and migrations of a database. */
export interface Schema {
  /** An explicit list, so that nothing depends on imports. */
  readonly entities: (new () => object)[];
  readonly migrations: (new () => MigrationInterface)[];
}

interface ConnectionOptions {
  /** On SQLite, a connection that cannot write and does not see open transactions. */
  readonly readOnly?: boolean;
  /** How many units of work run at a time on a server. */
  readonly pool?: number;
  /** Milliseconds for one unit of work; unlimited for migrations and commands. */
  readonly timeout?: number;
}

/** The options for service, commands, migrations and tests. Detects MySQL or MariaDB. */
export async function dataSourceOptions(
  schema: Schema,
  url: string | DatabaseLocation,
  use: ConnectionOptions = {},
): Promise<DataSourceOptions> {
  const location = typeof url === 'string' ? parseDatabaseUrl(url) : url;
  const options = location.kind === 'sqlite' ? sqliteOptions(location, use) : await serverOptions(location, use);
  return { ...options, ...schema, synchronize: false, migrationsRun: false, logging: false };
}

export function createDataSource(options: DataSourceOptions): CalendarDataSource {
  return new CalendarDataSource(options);
}

export class CalendarDataSource extends DataSource {
  /** What was derived from the metadata of entities, such as tables and the columns of selects, by its key. */
  readonly derived = new WeakMap<object, object>();

  /** Replaces `text` and `blob` on a server, which MySQL limits to 64 KiB, by `mediumtext` and `mediumblob` (16 MiB). */
  override async initialize(): Promise<this> {
    await super.initialize();
    if (isSqlite(this)) return this;
    for (const column of this.entityMetadatas.flatMap(({ columns }) => columns))
      if (column.type === 'text' || column.type === 'blob') column.type = `medium${column.type}`;
    return this;
  }

  /** Closing a pool fails or hangs if the server is down or frozen, which must not delay a shutdown. */
  override async destroy(): Promise<void> {
    if (isSqlite(this)) return super.destroy();
    await Promise.race([super.destroy().catch(() => undefined), sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
  }
}

/** Opens a data source, runs `work` with it and closes it. */
export async function withDataSource<T>(
  options: DataSourceOptions,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const source = await createDataSource(options).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

export function isSqlite({ options }: { options: DataSourceOptions }): boolean {
  return options.type === 'better-sqlite3';
}

/** The options of CREATE TABLE: the same charset on every server, independent of its default. */
export function tableOptions(source: DataSource): string {
  return isSqlite(source) ? '' : ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci';
}

function sqliteOptions({ path }: SqliteLocation, { readOnly = false, timeout }: ConnectionOptions): DataSourceOptions {
  makeFolder(dirname(path));
  if (!readOnly) makePrivateFile(path);
  return {
    type: 'better-sqlite3',
    database: path,
    driver: SqliteConnection,
    // `SqliteConnection` keeps statements prepared.
    statementCacheSize: 0,
    // SQLite would wait for a lock by blocking the process. The service retries instead (`Database`).
    timeout: timeout === undefined ? 5000 : 100,
    prepareDatabase: (connection: SqliteConnection) => prepareSqlite(connection, readOnly),
    ...(statementRecorder() && { subscribers: [StatementSubscriber] }),
  };
}

async function serverOptions(
  location: ServerLocation,
  { pool = 10, timeout }: ConnectionOptions,
): Promise<DataSourceOptions> {
  const { kind: _kind, user: username, ssl, ...address } = location;
  // Loaded only if needed, since the driver takes memory.
  const { detectServer, serverDriver, sessionSetup } = await import('./server-driver.js');
  const server = await detectServer(location, timeout);
  return {
    ...{ type: server.type, ...address, username, ssl: ssl && { ...ssl } },
    driver: serverDriver(sessionSetup(server, timeout)),
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    // One more connection than units of work, for health checks and the data version.
    poolSize: pool + 1,
    // Shorter than the deadline of the work, so that a frozen server frees its connection in the pool.
    connectTimeout: 0.75 * (timeout ?? 10_000),
    // The driver returns counts and sums as numbers, as on SQLite.
    supportBigNumbers: true,
    bigNumberStrings: false,
    extra: { decimalNumbers: true },
  };
}

/**
 * Creates the file if it does not exist, readable by its owner only, since it holds drafts and hashes. SQLite gives the WAL
 * the same permissions. An existing file is not opened: closing it would release all locks that this process has on it
 * (POSIX), and another program would then remove the WAL.
 */
export function makePrivateFile(path: string): void {
  unlessExists(() => writeFileSync(path, '', { flag: 'wx', mode: 0o600 }));
}

/** Creates a folder and its parents. Node's `recursive` option loops for ever where this is impossible, as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  unlessExists(() => mkdirSync(folder));
}

/** Several processes may start at once. */
function unlessExists(create: () => void): void {
  try {
    create();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Number of statements that stay prepared on a connection: more than the service uses regularly. */
const MAX_PREPARED = 500;

/** Maximum length of a statement that stays prepared. A longer one lists thousands of ids and is not repeated. */
const MAX_PREPARED_LENGTH = 10_000;

interface Connection extends Omit<BetterSqlite3.Database, 'prepare'> {
  prepare(sql: string): Statement;
}

const Connection = BetterSqlite3 as unknown as new (path: string, options?: BetterSqlite3.Options) => Connection;

/** A connection that keeps its statements prepared, by their text. */
export class SqliteConnection extends Connection {
  private readonly statements = new LRUCache<string, Statement>({ max: MAX_PREPARED });

  override prepare(sql: string): Statement {
    const statement = this.statements.get(sql) ?? super.prepare(sql);
    if (sql.length <= MAX_PREPARED_LENGTH) this.statements.set(sql, statement);
    return statement;
  }

  /** Returns the values of each row, in the order of the columns. */
  lists(sql: string, values: readonly unknown[]): unknown[][] {
    const statement = this.prepare(sql).raw(true);
    try {
      return statement.all(values) as unknown[][];
    } finally {
      statement.raw(false);
    }
  }
}

/** Sets the pragmas of a new connection. */
export async function prepareSqlite(connection: SqliteConnection, readOnly: boolean): Promise<void> {
  await writeAheadLog(connection);
  // With FULL, a commit is on disk before the response is sent, so that a power failure loses no acknowledged write.
  connection.pragma('synchronous = FULL');
  connection.pragma('journal_size_limit = 67108864');
  // The cache in KiB. The operating system caches the file anyway; the default of 16 MiB would hold a second copy.
  connection.pragma('cache_size = -2048');
  // Keeps the statement journal in memory. Beyond 64 KiB it would be written to a file.
  connection.pragma('temp_store = MEMORY');
  // Pages of the WAL before a checkpoint, 16 MiB: frequently changed pages are copied a fourth as often as by default.
  connection.pragma('wal_autocheckpoint = 4000');
  if (readOnly) connection.pragma('query_only = ON');
}

/** Switching to WAL needs exclusive access; several processes may start at once, so it is retried. */
async function writeAheadLog(connection: SqliteConnection, tries = 100): Promise<void> {
  try {
    const mode = connection.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') throw new Error('The database file must lie on a file system that can share memory (WAL).');
  } catch (error) {
    const busy = error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (!busy || tries === 0) throw error;
    await sleep(50);
    await writeAheadLog(connection, tries - 1);
  }
}
