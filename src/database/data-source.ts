import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import {
  type DatabaseLocation,
  type ServerLocation,
  type SqliteLocation,
  parseDatabaseUrl,
} from '../lib/config/database-url.js';
import { statementRecorder, StatementSubscriber } from '../lib/tracing/statement-spans.js';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { SqliteConnection, prepareSqlite } from './sqlite-connection.js';

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
  /** Values computed from the metadata of entities, such as tables and the columns of selects (`cachedByKey`). */
  readonly metadataCache = new WeakMap<object, object>();

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
    // TypeORM's errors tell where a statement was run; the driver would note it before each statement.
    trace: false,
    extra: { decimalNumbers: true },
  };
}

/**
 * Creates the file if it does not exist, readable by its owner only, since it holds drafts and hashes. SQLite gives the WAL
 * the same permissions. An existing file is not opened: closing it would release all locks that this process has on it
 * (POSIX), and another program would then remove the WAL.
 */
function makePrivateFile(path: string): void {
  unlessExists(() => writeFileSync(path, '', { flag: 'wx', mode: 0o600 }));
}

/** Creates a folder and its parents. Node's `recursive` option loops for ever where this is impossible, as in /proc. */
function makeFolder(folder: string): void {
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
