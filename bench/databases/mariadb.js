/** Databases on a MariaDB or MySQL server: the one that BENCH_DATABASE_URL names, or a private one for this run. */
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { findServer, startServer } from '../../scripts/lib/database-server.js';
import { Failure } from '../../scripts/lib/failure.js';
import { workFolder } from '../processes/environment.js';
import { currentStamp, seed, STAMP_TABLE } from './seed.js';

/** @type {(use: import('./with-databases.js').Use) => Promise<import('./with-databases.js').Databases>} */
export async function openMariaDb({ keep, bufferPool, occurrences }) {
  const server = await serverFor(keep, bufferPool);
  const connection = await createConnection(server.url);
  const [[facts]] = await connection.query(
    'SELECT VERSION() AS version, @@innodb_buffer_pool_size AS pool, @@pid_file AS pidFile, @@datadir AS folder, @@hostname AS host',
  );
  return {
    about: `${facts.version}, buffer pool ${facts.pool / 1024 ** 2} MiB`,
    seeded: (size) => seeded(connection, server.url, { size, keep, occurrences, pid: pidOf(facts) }),
    close: async () => {
      connection.destroy();
      await server.stop();
    },
  };
}

/** A commit is on the disk before it is answered, as on SQLite: what a private server of the tests does without. */
const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'];

async function serverFor(keep, bufferPool) {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const program = findServer();
  if (!program)
    throw new Failure(
      'No mariadbd or mysqld was found: install one, give BENCH_DATABASE_URL, or say --databases sqlite.',
    );
  const kept = join(workFolder(), 'server');
  const settings = [`--innodb-buffer-pool-size=${bufferPool}`, ...DURABLE];
  return startServer(program, { settings, dataFolder: keep || existsSync(kept) ? kept : undefined });
}

/** @returns {number | undefined} undefined where the server is on another machine */
function pidOf({ pidFile, folder, host }) {
  if (host !== hostname()) return undefined;
  try {
    return Number(readFileSync(resolve(folder, pidFile), 'utf8'));
  } catch {
    return undefined;
  }
}

async function seeded(connection, serverUrl, { size, keep, occurrences, pid }) {
  const name = `calendar_bench_${size}`;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const spoil = async () => void (await connection.query(`DROP TABLE IF EXISTS ${name}.${STAMP_TABLE}`));
  const database = { kind: 'mariadb', size, url, pid, spoil };
  if (await isCurrent(connection, name, occurrences)) return { ...database, release: async () => undefined };
  await connection.query(`DROP DATABASE IF EXISTS ${name}`);
  await connection.query(`CREATE DATABASE ${name}`);
  await seed(`${size} events on MariaDB`, size, occurrences, url);
  await settle(connection, name, occurrences);
  return { ...database, release: async () => void (keep || (await connection.query(`DROP DATABASE ${name}`))) };
}

/** The server would gather its statistics by itself, some seconds later. */
async function settle(connection, name, occurrences) {
  const [tables] = await connection.query(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?',
    [name],
  );
  for (const table of tables) await connection.query(`ANALYZE TABLE ${name}.${table.name}`);
  await connection.query(`CREATE TABLE ${name}.${STAMP_TABLE} (stamp varchar(255) NOT NULL)`);
  await connection.query(`INSERT INTO ${name}.${STAMP_TABLE} VALUES (?)`, [currentStamp(occurrences)]);
}

async function isCurrent(connection, name, occurrences) {
  const [tables] = await connection.query(
    'SELECT 1 FROM information_schema.tables WHERE table_schema = ? AND table_name = ?',
    [name, STAMP_TABLE],
  );
  if (tables.length === 0) return false;
  const [[row]] = await connection.query(`SELECT stamp FROM ${name}.${STAMP_TABLE}`);
  return row?.stamp === currentStamp(occurrences);
}
