import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Database as SqliteConnection } from 'better-sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { Settings } from '../config/settings.js';
import { isRefused, isUnavailable } from './database-errors.js';
import { createDataSource, dataSourceOptions, isSqlite, type Schema } from './data-source.js';
import { Database } from './database.js';
import { IdleTransactions } from './idle-transactions.js';
import { setAside } from './rows/aside.js';
import { type Hosts } from './hosts.js';
import { Checkpoints } from './checkpoints.js';
import { FileWatch } from './file-watch.js';
import { SideReader } from './side-reader.js';
import { parseDatabaseUrl, parseReplicaUrl } from './database-url.js';
import { DataVersion } from './data-version.js';
import { Replica } from './replica.js';
import { Replicas } from './replicas.js';
import { migrate } from './migrate.js';

/**
 * Gives `Database` to all. The data source that TypeORM's own tokens stand for (`DataSource`, `EntityManager`,
 * `@InjectRepository`) is the reader: on SQLite it refuses to write.
 */
@Global()
@Module({})
export class DatabaseModule {
  static of(schema: Schema): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRootAsync({ inject: [Settings], useFactory: reader(schema), dataSourceFactory })],
      providers: [
        { provide: Database, inject: [DataSource, Settings], useFactory: database(schema) },
        { provide: Replicas, inject: [Settings], useFactory: replicas(schema) },
        DataVersion,
        {
          provide: IdleTransactions,
          inject: [Database, DataSource],
          useFactory: (database: Database, source: DataSource) => new IdleTransactions(database, source),
        },
      ],
      exports: [Database, DataVersion, Replicas],
    };
  }
}

/** The options of the reader, once the migrations have run. */
function reader(schema: Schema) {
  return async (settings: Settings) => {
    const { databaseUrl } = settings;
    const migrated = async () => migrate(await dataSourceOptions(schema, databaseUrl), await hostsAt(databaseUrl));
    await (parseDatabaseUrl(databaseUrl).kind === 'sqlite' ? migrated() : reach(migrated));
    const options = await dataSourceOptions(schema, databaseUrl, { ...limits(settings), readOnly: true });
    return { ...options, retryAttempts: 1 };
  };
}

const dataSourceFactory = (options?: DataSourceOptions) => Promise.resolve(createDataSource(options!));

function database(schema: Schema) {
  return async (reader: DataSource, settings: Settings) => {
    const { databaseTimeout: timeout, databaseUrl } = settings;
    // A writer of its own for a file, a connection of its own for looking on a server: see `Database`.
    const use = isSqlite(reader) ? limits(settings) : { ...limits(settings), pool: 1 };
    const other = await createDataSource(await dataSourceOptions(schema, databaseUrl, use)).initialize();
    if (!isSqlite(reader)) {
      const traits = { pool: settings.databasePool, hosts: await hostsAt(databaseUrl) };
      return new Database(reader, reader, timeout, other, traits);
    }
    const side = new SideReader(String(reader.options.database), timeout / 4);
    setAside(reader, side);
    const connection = (other.driver as BetterSqlite3Driver).databaseConnection as SqliteConnection;
    const traits = { side, checkpoints: new Checkpoints(connection), file: new FileWatch(connection) };
    return new Database(reader, other, timeout, reader, traits);
  };
}

/** The servers of an address that names several. */
async function hostsAt(databaseUrl: string): Promise<Hosts | undefined> {
  const location = parseDatabaseUrl(databaseUrl);
  if (location.kind === 'sqlite') return undefined;
  const { hostsOf } = await import('./hosts.js');
  return hostsOf(location);
}

function replicas(schema: Schema) {
  return ({ databaseReplicaUrl, databaseTimeout, databasePool: pool }: Settings): Replicas => {
    // What it does not answer in this time the database itself is asked, within the deadline of a request.
    const use = { pool, timeout: databaseTimeout / 4 };
    const locations = parseReplicaUrl(databaseReplicaUrl);
    return new Replicas(
      locations.map((location) => {
        const connect = async () => createDataSource(await dataSourceOptions(schema, location, use)).initialize();
        return new Replica(`${location.host}:${location.port}`, connect, use);
      }),
    );
  };
}

function limits({ databasePool, databaseTimeout }: Settings) {
  return { pool: databasePool, timeout: databaseTimeout };
}

/** A database server often starts together with the service and is ready later: waits for it for a minute. */
async function reach(connect: () => Promise<void>): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (isRefused(error) || !isUnavailable(error) || Date.now() > end) throw error;
      new Logger(DatabaseModule.name).warn(`Waiting for the database: ${error instanceof Error ? error.message : ''}`);
      await sleep(2000);
    }
  }
}
