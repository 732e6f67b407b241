import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { removedSettings } from '../config/load-settings.js';
import { Settings } from '../config/settings.js';
import { isAccessDenied, isUnavailable } from './database-errors.js';
import { createDataSource, dataSourceOptions, isSqlite, type Schema } from './data-source.js';
import { Database } from './database.js';
import { parseDatabaseUrl } from './database-url.js';
import { DataVersion } from './data-version.js';
import { migrate } from './migrate.js';

/** Milliseconds that a start waits for a server that is not ready. */
const START_TIMEOUT = 60_000;

/**
 * Provides `Database`. The data source behind TypeORM's own tokens (`DataSource`, `EntityManager`, `@InjectRepository`) is
 * the reader: on SQLite it refuses to write.
 */
@Global()
@Module({})
export class DatabaseModule {
  static of(schema: Schema): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRootAsync({ inject: [Settings], useFactory: reader(schema), dataSourceFactory })],
      providers: [{ provide: Database, inject: [DataSource, Settings], useFactory: database(schema) }, DataVersion],
      exports: [Database, DataVersion],
    };
  }
}

/** The options of the reader; they are ready once the migrations have run. */
function reader(schema: Schema) {
  return async (settings: Settings) => {
    const { databaseUrl } = settings;
    for (const warning of removedSettings()) new Logger(DatabaseModule.name).warn(warning);
    const migrated = async () => migrate(await dataSourceOptions(schema, databaseUrl));
    await (parseDatabaseUrl(databaseUrl).kind === 'sqlite' ? migrated() : waitForDatabase(migrated));
    const options = await dataSourceOptions(schema, databaseUrl, { ...limits(settings), readOnly: true });
    return { ...options, retryAttempts: 1 };
  };
}

const dataSourceFactory = (options?: DataSourceOptions) => Promise.resolve(createDataSource(options!));

function database(schema: Schema) {
  return async (reader: DataSource, settings: Settings) => {
    // On SQLite the write connection; on servers a separate connection for health checks and the data version.
    const use = isSqlite(reader) ? limits(settings) : { ...limits(settings), pool: 1 };
    const other = await createDataSource(await dataSourceOptions(schema, settings.databaseUrl, use)).initialize();
    return Database.open(reader, other, limits(settings));
  };
}

function limits({ databasePool, databaseTimeout }: Settings) {
  return { pool: databasePool, timeout: databaseTimeout };
}

/** Waits for the database, since a server that starts together with the service may be ready later. */
async function waitForDatabase(connect: () => Promise<void>): Promise<void> {
  const end = Date.now() + START_TIMEOUT;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (isAccessDenied(error) || !isUnavailable(error) || Date.now() > end) throw error;
      new Logger(DatabaseModule.name).warn(`Waiting for the database: ${error instanceof Error ? error.message : ''}`);
      await sleep(2000);
    }
  }
}
