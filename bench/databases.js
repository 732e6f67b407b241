/** Seeded calendars: SQLite files, and databases of a private server. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { findServers, startServer } from '../scripts/lib/database-server.js';
import { Failure, timed } from '../scripts/lib/report.js';
import { runCommand, workFolder } from './service.js';

/**
 * @typedef {object} Calendar
 * @property {string} kind
 * @property {number} size events
 * @property {string} url
 * @property {number} seedSeconds
 * @property {number} [pid] of the server
 * @property {(name: string) => Promise<number>} [status] the sum of the server's counters of that name, which may have wildcards
 */

/** The default list begins today: the events are seeded around this month. */
const MIDDLE = `${new Date().toISOString().slice(0, 7)}-01`;

/** Commits are flushed to disk before they are acknowledged, as on SQLite. */
const DURABLE = ['--innodb-flush-log-at-trx-commit=1', '--innodb-doublewrite=1'];

export const KINDS = ['sqlite', 'mariadb', 'mysql'];

/**
 * @param {string} kind
 * @param {string} bufferPool
 */
export const openDatabases = (kind, bufferPool) => (kind === 'sqlite' ? openFiles() : openServer(kind, bufferPool));

async function openFiles() {
  const folder = mkdtempSync(join(workFolder(), 'sqlite-'));
  return {
    about: 'SQLite',
    seeded: async (size, build) => {
      const url = `sqlite:${join(folder, `${build.name}-${size}.sqlite`)}`;
      return { kind: 'sqlite', size, url, seedSeconds: await seed(url, size, build, 'SQLite') };
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openServer(kind, bufferPool) {
  const program = findServers().find(({ name }) => name.toLowerCase() === kind)?.program;
  if (!program) throw new Failure(`This machine has no server program of ${kind}: choose others with --databases.`);
  const server = await startServer(program, { settings: [`--innodb-buffer-pool-size=${bufferPool}`, ...DURABLE] });
  const connection = await createConnection(server.url.replace('mariadb:', 'mysql:'));
  const [[{ version, pidFile }]] = await connection.query('SELECT VERSION() AS version, @@pid_file AS pidFile');
  const status = async (name) => {
    const [rows] = await connection.query('SHOW GLOBAL STATUS LIKE ?', [name]);
    return rows.reduce((sum, { Value: value }) => sum + Number(value), 0);
  };
  return {
    about: `${version}, buffer pool ${bufferPool}`,
    seeded: async (size, build) => {
      const name = `bench_${build.name}_${size}`;
      await connection.query(`CREATE DATABASE ${name}`);
      const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
      const seedSeconds = await seed(url, size, build, kind);
      await analyze(connection, name);
      return { kind, size, url, seedSeconds, status, pid: Number(readFileSync(pidFile, 'utf8')) };
    },
    close: async () => {
      connection.destroy();
      await server.stop();
    },
  };
}

/** The server gathers statistics by itself some seconds after a change, which would fall into the first cases. */
async function analyze(connection, database) {
  const sql = 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ?';
  const [tables] = await connection.query(sql, [database]);
  for (const { name } of tables) await connection.query(`ANALYZE TABLE ${database}.${name}`);
}

async function seed(url, size, build, title) {
  const start = performance.now();
  const args = ['--events', String(size), '--from', MIDDLE];
  await timed(`Seeding ${size} events on ${title} (${build.name})`, () => runCommand(build, 'seed', args, url));
  return (performance.now() - start) / 1000;
}
