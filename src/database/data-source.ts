import { dirname } from 'node:path';
import { type Database as SqliteConnection } from 'better-sqlite3';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { type DatabaseLocation, type ServerLocation, type SqliteLocation, parseDatabaseUrl } from './database-url.js';
import { WriterSqlite, makeFolder, prepareSqlite } from './sqlite-driver.js';

/** How many may wait for a connection, whoever asks for it; `Gate` bounds the time. */
const longestQueue = 1000;

/** What a database holds. */
export interface Schema {
  /** Listed one by one, so that nothing depends on what happens to be imported. */
  readonly entities: (new () => object)[];
  readonly migrations: (new () => MigrationInterface)[];
}

export interface DataSourceUse {
  /** On SQLite a connection that can never write, and never sees an open transaction. Servers ignore it. */
  readonly readOnly?: boolean;
  /** Connections to a server. */
  readonly pool?: number;
  /** Milliseconds for one unit of work; none for migrations and commands. */
  readonly timeout?: number;
}

/** The options that service, command line, migrations and tests share. Asks a server what it is. */
export async function dataSourceOptions(
  schema: Schema,
  url: string | DatabaseLocation,
  use: DataSourceUse = {},
): Promise<DataSourceOptions> {
  const location = typeof url === 'string' ? parseDatabaseUrl(url) : url;
  const options = location.kind === 'sqlite' ? sqliteOptions(location, use) : await serverOptions(location, use);
  return { ...options, ...schema };
}

/** A data source, not yet connected, that stores `text` columns in full on every database. */
export function createDataSource(options: DataSourceOptions): DataSource {
  const source = new DataSource(options);
  if (!isSqlite(source)) widenText(source);
  return source;
}

export function isSqlite({ options }: { options: DataSourceOptions }): boolean {
  return options.type === 'better-sqlite3';
}

const shared = { synchronize: false, migrationsRun: false, logging: false } as const;

function sqliteOptions({ path }: SqliteLocation, { readOnly = false, timeout }: DataSourceUse): DataSourceOptions {
  makeFolder(dirname(path));
  return {
    ...shared,
    type: 'better-sqlite3',
    database: path,
    ...(readOnly ? {} : { driver: WriterSqlite }),
    // SQLite waits for a lock by blocking the whole process: the service waits outside of it (Database.write).
    timeout: timeout === undefined ? 5000 : 100,
    prepareDatabase: (connection: SqliteConnection) => prepareSqlite(connection, readOnly),
  };
}

async function serverOptions(location: ServerLocation, use: DataSourceUse): Promise<DataSourceOptions> {
  const { pool = 10, timeout } = use;
  const { host, port, user, password, database, socketPath, ssl } = location;
  // The driver takes memory, and SQLite does without it.
  const { askServer, serverDriver, sessionSetup } = await import('./server-driver.js');
  const { hostsOf } = await import('./hosts.js');
  const server = await askServer(location, timeout);
  return {
    ...shared,
    ...{ type: server.type, host, port, username: user, password, database, socketPath, ssl: ssl && { ...ssl } },
    driver: serverDriver(sessionSetup(server, timeout), hostsOf(location)),
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    poolSize: pool,
    // Before the deadline of the work, so that a frozen server gives its place in the pool free.
    connectTimeout: 0.75 * (timeout ?? 10_000),
    // Counts and sums are numbers, as on SQLite.
    supportBigNumbers: true,
    bigNumberStrings: false,
    extra: {
      decimalNumbers: true,
      // mysql2 lets requests wait without limits.
      queueLimit: longestQueue,
      // Of each connection: a server bounds those of all its clients together (16,382).
      maxPreparedStatements: 250,
      maxIdle: pool,
      keepAliveInitialDelay: 10_000,
    },
  };
}

/** `text` and `blob` end at 64 KiB on MySQL and nowhere on SQLite; entities say these and get `medium…` (16 MiB). */
function widenText({ driver }: DataSource): void {
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => {
    const type = normalizeType(column);
    return type === 'text' || type === 'blob' ? `medium${type}` : type;
  };
}
