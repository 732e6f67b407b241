import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import BetterSqlite3 from 'better-sqlite3';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { migrate } from '../../src/database/migrate.js';
import { schema } from '../../src/schema.js';
import { scratchFolder } from './scratch.js';

/** A database for one test calendar. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes an empty database: a SQLite file, or one on a server, by default that of TEST_DATABASE_URL. */
export function createEmptyDatabase(server?: string): Promise<TestDatabase> {
  return server !== undefined || isServerTested() ? createOnServer(server) : Promise.resolve(createFile());
}

/** The address of a server of another kind that runs for the tests, too. */
export function otherServer(): string | undefined {
  const servers = JSON.parse(process.env.TEST_SERVERS ?? '[]') as { url: string }[];
  return isServerTested() ? servers.find(({ url }) => url !== serverUrl())?.url : undefined;
}

/** Creates a database with all tables. The migrations run once for each worker, and their result is copied. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const uuid = randomUUID();
  if (!isServerTested()) {
    const database = createFile();
    await writeCalendarFile(pathOf(database), uuid);
    return database;
  }
  const url = serverUrl();
  if (!migratedTables.has(url)) migratedTables.set(url, migrateTables());
  const statements = (await migratedTables.get(url))!;
  const database = await createOnServer();
  await onServer(database.url, async (connection) => {
    await connection.query(statements);
    await connection.query('UPDATE calendar_identity SET uuid = ?', [uuid]);
  });
  return database;
}

/** Writes a SQLite file with all tables. */
export async function writeCalendarFile(path: string, uuid: string = randomUUID()): Promise<void> {
  writeFileSync(path, await (migratedFile ??= migrateFile()));
  const connection = new BetterSqlite3(path);
  connection.prepare('UPDATE calendar_identity SET uuid = ?').run(uuid);
  connection.close();
}

const serverUrl = () => process.env.TEST_DATABASE_URL ?? 'sqlite:';

export function isServerTested(): boolean {
  return !serverUrl().startsWith('sqlite:');
}

let migratedFile: Promise<Buffer> | undefined;
/** By server URL, since one worker may test several servers. */
const migratedTables = new Map<string, Promise<string>>();

const pathOf = ({ url }: TestDatabase) => url.slice('sqlite:'.length);

async function runMigrations({ url }: TestDatabase): Promise<void> {
  Logger.overrideLogger(false);
  await migrate(await dataSourceOptions(schema, url));
}

async function migrateFile(): Promise<Buffer> {
  const database = createFile();
  await runMigrations(database);
  const content = readFileSync(pathOf(database));
  await database.drop();
  return content;
}

function createFile(): TestDatabase {
  const folder = scratchFolder();
  const file = join(folder, 'calendar.sqlite');
  return {
    url: `sqlite:${file}`,
    drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}

/** The statements that recreate the tables and rows that the migrations have created. */
async function migrateTables(): Promise<string> {
  const database = await createOnServer();
  await runMigrations(database);
  const statements = await onServer(database.url, async (connection) => {
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    const statementList: string[] = ['SET foreign_key_checks = 0'];
    for (const table of tables.map((row) => String(Object.values(row)[0]))) {
      const [[creation]] = await connection.query<RowDataPacket[]>('SHOW CREATE TABLE ??', [table]);
      statementList.push(String(creation!['Create Table']));
      const [rows] = await connection.query<RowDataPacket[]>('SELECT * FROM ??', [table]);
      for (const row of rows) statementList.push(connection.format('INSERT INTO ?? SET ?', [table, row]));
    }
    return statementList.join(';\n');
  });
  await database.drop();
  return statements;
}

async function createOnServer(server = serverUrl()): Promise<TestDatabase> {
  const name = `calendar_test_${randomBytes(6).toString('hex')}`;
  const run = (sql: string) => onServer(server, (connection) => connection.query(sql));
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await run(`DROP DATABASE ${name}`)) };
}

async function onServer<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), multipleStatements: true });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
