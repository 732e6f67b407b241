/** The folder of a private MariaDB or MySQL server. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './child.js';
import { Failure } from './failure.js';
import { memoryFolder } from './memory-folder.js';
import { onPath } from './programs.js';

/** The empty database that the init file creates. */
export const database = 'calendar_test';

/** Connections come over TCP, for which a new MySQL server has no root account. */
const account = "'root'@'127.0.0.1'";
const statements = [
  `CREATE USER IF NOT EXISTS ${account}`,
  `GRANT ALL ON *.* TO ${account} WITH GRANT OPTION`,
  `CREATE DATABASE IF NOT EXISTS ${database}`,
];

/** Both servers refuse to run as root without this option. */
export const asRoot = () => (process.getuid?.() === 0 ? ['--user=root'] : []);

/**
 * Makes a temporary folder with a server's system tables, deleted at the latest when this process ends.
 * @param {string} program the server
 * @param {boolean} isMariaDb
 * @param {object} [use]
 * @param {string} [use.kept] a data folder that is not deleted; an existing one is used as it is
 * @param {boolean} [use.inMemory] whether the folder may be in memory (/dev/shm)
 * @returns {Promise<{ path: (name: string) => string, data: string, remove: () => void }>}
 */
export async function makeFolder(program, isMariaDb, { kept, inMemory = false } = {}) {
  const folder = mkdtempSync(join(shortOf(inMemory ? memoryFolder() : tmpdir()), 'calendar-db-'));
  const path = (name) => join(folder, name);
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  mkdirSync(path('tmp'));
  writeFileSync(path('init.sql'), statements.map((statement) => `${statement};\n`).join(''));
  const data = kept ?? path('data');
  const where = [...asRoot(), `--datadir=${data}`, `--tmpdir=${path('tmp')}`];
  if (existsSync(data)) return { path, data, remove };
  if (isMariaDb) await initializeMariaDb(program, where);
  else await succeed(program, ['--no-defaults', '--initialize-insecure', ...where]);
  return { path, data, remove };
}

/** The path of a Unix socket has at most 107 characters. */
const shortOf = (folder) => (folder.length < 70 ? folder : '/tmp');

async function initializeMariaDb(program, where) {
  const base = dirname(dirname(program));
  const near = ['bin', 'scripts'].map((name) => join(base, name));
  const script = onPath('mariadb-install-db', near) ?? onPath('mysql_install_db', near);
  if (!script) throw new Failure(`${program} is there, but not the program mariadb-install-db that belongs to it.`);
  const settings = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  await succeed(script, ['--no-defaults', `--basedir=${base}`, ...settings, ...where]);
}

async function succeed(program, args) {
  const { code, output } = await run(program, args, { capture: true });
  if (code !== 0) throw new Failure(`${program} could not make a database folder:\n${output}`);
}
