import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { scratchFolder } from './scratch.js';

/** An empty database of a test. */
export interface TemporaryDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const serverUrl = () => /^(mysql|mariadb):/.exec(process.env['TEST_DATABASE_URL'] ?? '')?.input;

/** The databases that the environment offers: a server where TEST_DATABASE_URL names one, else SQLite. */
export const temporaryDatabases = [
  {
    name: 'SQLite',
    run: (title: string, tests: () => void) => (serverUrl() === undefined ? describe : describe.skip)(title, tests),
    make: temporarySqlite,
  },
  {
    name: 'the server of TEST_DATABASE_URL',
    run: (title: string, tests: () => void) => (serverUrl() === undefined ? describe.skip : describe)(title, tests),
    make: () => temporaryOnServer(serverUrl() ?? ''),
  },
];

export function temporarySqlite(): Promise<TemporaryDatabase> {
  const folder = scratchFolder();
  return Promise.resolve({
    url: `sqlite:${join(folder, 'new', 'calendar.sqlite')}`,
    drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  });
}

/** The default charset is deliberately wrong, since the schema must not depend on it. */
async function temporaryOnServer(url: string): Promise<TemporaryDatabase> {
  const name = `cal_db_helper_${randomBytes(6).toString('hex')}`;
  await execute(url, `CREATE DATABASE ${name} CHARACTER SET latin1 COLLATE latin1_swedish_ci`);
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: () => execute(url, `DROP DATABASE ${name}`),
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const uri = Object.assign(new URL(url), { pathname: '/' }).href.replace(/^mariadb:/, 'mysql:');
  const connection = await createConnection({ uri });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
