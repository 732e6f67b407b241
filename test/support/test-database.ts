import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { scratchFolder } from './scratch.js';

/** A database of a test's own. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Makes an empty database: a SQLite file, or one on the server that TEST_DATABASE_URL names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? 'sqlite:';
  return server.startsWith('sqlite:') ? createFile() : createOnServer(server);
}

export function isServerTested(): boolean {
  return !(process.env.TEST_DATABASE_URL ?? 'sqlite:').startsWith('sqlite:');
}

function createFile(): TestDatabase {
  const folder = scratchFolder();
  return {
    url: `sqlite:${join(folder, 'calendar.sqlite')}`,
    drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const name = `calendar_test_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    const connection = await createConnection(server.replace(/^mariadb:/, 'mysql:'));
    try {
      await connection.query(sql);
    } finally {
      await connection.end();
    }
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name}`) };
}
