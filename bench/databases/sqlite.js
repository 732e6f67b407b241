/** SQLite files in the working folder. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { workFolder } from '../processes/environment.js';
import { currentStamp, seed, STAMP_TABLE } from './seed.js';

/** @type {(use: import('./with-databases.js').Use) => Promise<import('./with-databases.js').Databases>} */
export async function openSqlite({ keep, occurrences }) {
  const memory = new BetterSqlite3(':memory:');
  const version = memory.prepare('SELECT sqlite_version()').pluck().get();
  memory.close();
  return {
    about: `SQLite ${version}`,
    seeded: (size) => seeded(size, keep, occurrences),
    close: async () => undefined,
  };
}

async function seeded(size, keep, occurrences) {
  const file = join(workFolder(), `events-${size}.sqlite`);
  const database = { kind: 'sqlite', size, url: `sqlite:${file}` };
  database.spoil = async () => use(file, (connection) => void connection.exec(`DROP TABLE IF EXISTS ${STAMP_TABLE}`));
  if (isCurrent(file, occurrences)) return { ...database, release: async () => undefined };
  remove(file);
  await seed(`${size} events on SQLite`, size, occurrences, database.url);
  use(file, (connection) => {
    connection.exec(`CREATE TABLE ${STAMP_TABLE} (stamp TEXT NOT NULL)`);
    connection.prepare(`INSERT INTO ${STAMP_TABLE} VALUES (?)`).run(currentStamp(occurrences));
  });
  return { ...database, release: async () => void (keep || remove(file)) };
}

function isCurrent(file, occurrences) {
  if (!existsSync(file)) return false;
  const isTable = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = ?";
  return use(file, (connection) => {
    if (connection.prepare(isTable).pluck().get(STAMP_TABLE) === 0) return false;
    return connection.prepare(`SELECT stamp FROM ${STAMP_TABLE}`).pluck().get() === currentStamp(occurrences);
  });
}

/**
 * @template T
 * @param {string} file
 * @param {(connection: BetterSqlite3.Database) => T} work
 */
function use(file, work) {
  const connection = new BetterSqlite3(file);
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

const remove = (file) => ['', '-wal', '-shm'].forEach((ending) => rmSync(file + ending, { force: true }));
