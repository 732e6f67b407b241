import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { removedSettings } from '../lib/config/load-settings.js';
import { Settings } from '../lib/config/settings.js';
import { isAccessDenied, isUnavailable } from './database-errors.js';
import { createDataSource, dataSourceOptions, isSqlite, type Schema } from './data-source.js';
import { Database } from './database.js';
import { parseDatabaseUrl } from '../lib/config/database-url.js';
import { DataVersion } from './data-version.js';
import { migrate } from './migrate.js';
import { ServerDatabase } from './server-database.js';
import { SqliteDatabase } from './sqlite-database.js';

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
    const reader = (settings: Settings) => migratedReader(schema, settings);
    const database = async (source: DataSource, settings: Settings) => {
      const { databaseUrl, databaseTimeout: timeout, databasePool: pool } = settings;
      const writer = isSqlite(source) && createDataSource(await dataSourceOptions(schema, databaseUrl, { timeout }));
      return openDatabase(source, writer ? await writer.initialize() : source, { timeout, pool });
    };
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRootAsync({ inject: [Settings], useFactory: reader, dataSourceFactory })],
      providers: [{ provide: Database, inject: [DataSource, Settings], useFactory: database }, DataVersion],
      exports: [Database, DataVersion],
    };
  }
}

/** The options of the reader, after the migrations have run. */
async function migratedReader(schema: Schema, settings: Settings) {
  const { databaseUrl, databaseTimeout: timeout, databasePool: pool } = settings;
  for (const warning of removedSettings()) new Logger(DatabaseModule.name).warn(warning);
  const migrated = async () => migrate(await dataSourceOptions(schema, databaseUrl));
  await (parseDatabaseUrl(databaseUrl).kind === 'sqlite' ? migrated() : waitForDatabase(migrated));
  const options = await dataSourceOptions(schema, databaseUrl, { pool, timeout, readOnly: true });
  return { ...options, retryAttempts: 1 };
}

const dataSourceFactory = (options?: DataSourceOptions) => Promise.resolve(createDataSource(options!));

/** @param writer the write connection of a SQLite file; on a server the same pool as the reader */
export function openDatabase(
  reader: DataSource,
  writer: DataSource,
  { timeout, pool }: { readonly timeout: number; readonly pool: number },
): Database {
  return isSqlite(reader) ? new SqliteDatabase(reader, writer, timeout) : new ServerDatabase(reader, timeout, pool);
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
