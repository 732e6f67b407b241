/** A private, temporary MariaDB or MySQL server with its own folder, port and socket. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, end } from './child.js';
import { asRoot, database, makeFolder } from './database-folder.js';
import { Failure } from './failure.js';
import { freePort, greets } from './ports.js';
import { ownMysql } from './own-mysql.js';
import { onPath } from './programs.js';

const places = ['/usr/sbin', '/usr/libexec', '/usr/local/sbin', '/usr/local/bin', '/usr/local/libexec'];
const packages = ['/usr/local/mysql', '/usr/local/mariadb', '/opt/homebrew', '/opt/homebrew/opt/mariadb'];
const folders = [...places, ...packages.map((folder) => `${folder}/bin`)];

/** Tests need speed, not durability: commits do not wait for the disk. */
const fast = ['--innodb-flush-log-at-trx-commit=2', '--innodb-doublewrite=0', '--skip-log-bin'];
const small = ['--innodb-buffer-pool-size=128M', '--performance-schema=OFF', '--max-connections=200'];

/**
 * @typedef {object} Server
 * @property {string} url of an empty database, as root without a password
 * @property {() => Promise<void>} stop ends the server and deletes its folder
 * @property {() => Promise<void>} kill ends it with SIGKILL, like a crash; `dataFolder` stays
 * @property {(name: NodeJS.Signals) => boolean} signal
 */

/** @returns {string | undefined} the path of a server program */
export const findServer = () => findServers()[0]?.program;

/** @returns {{ name: string, program: string }[]} each server program that is found; Debian calls MariaDB mysqld as well */
export function findServers() {
  const found = ['mariadbd', 'mysqld'].map((name) => onPath(name, folders));
  const programs = [...found, onPath(join(ownMysql(), 'mysqld'))].filter((program) => program !== undefined);
  const different = programs.filter((program, index) => {
    return programs.findIndex((other) => realpathSync(other) === realpathSync(program)) === index;
  });
  return different.map((program) => ({ name: isMariaDb(program) ? 'MariaDB' : 'MySQL', program }));
}

const isMariaDb = (program) =>
  spawnSync(program, ['--no-defaults', '--version'], { encoding: 'utf8' }).stdout.includes('MariaDB');

/**
 * @param {string} program from findServer
 * @param {object} [use]
 * @param {string[]} [use.settings] more arguments, which override the defaults
 * @param {string} [use.dataFolder] keeps the data for the next start; by default a temporary folder is used
 * @param {boolean} [use.inMemory] whether the data may be in memory (/dev/shm)
 * @param {readonly string[]} [use.through] a wrapper command, such as `nsenter …`, which executes the server
 * @returns {Promise<Server>}
 */
export async function startServer(program, { settings = [], dataFolder, inMemory, through = [] } = {}) {
  const isMaria = isMariaDb(program);
  const { path, data, remove } = await makeFolder(program, isMaria, { kept: dataFolder, inMemory });
  const common = [`--datadir=${data}`, `--socket=${path('socket')}`, `--pid-file=${path('pid')}`];
  const files = [...common, `--tmpdir=${path('tmp')}`, `--init-file=${path('init.sql')}`];
  const own = isMaria ? [] : ['--mysqlx=OFF', '--secure-file-priv=NULL'];
  const args = ['--no-defaults', ...asRoot(), ...files, ...fast, ...small, '--skip-name-resolve', ...own, ...settings];
  const { child, port } = await listen([...through, program, ...args], path('log'));
  const stop = async () => {
    await end(child);
    remove();
  };
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    remove();
  };
  const signal = (name) => child.kill(name);
  return { url: `${isMaria ? 'mariadb' : 'mysql'}://root@127.0.0.1:${port}/${database}`, stop, kill, signal };
}

/**
 * Starts the server on a free port and waits for its greeting. Retries if another process has taken the port meanwhile.
 * @param {string[]} command a program and its arguments
 * @param {string} log the file of its output
 */
async function listen([program, ...args], log) {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const port = await freePort();
    const output = openSync(log, 'w');
    const address = ['--bind-address=127.0.0.1', `--port=${port}`];
    const child = spawn(program, [...args, ...address], { stdio: ['ignore', output, output] });
    adopt(child);
    if (await ready(child, port)) return { child, port };
    await end(child);
  }
  throw new Failure(`${program} did not start:\n${readFileSync(log, 'utf8')}`);
}

/** @returns {Promise<boolean>} false if the server ended or sent no greeting within a minute */
async function ready(child, port) {
  let ended = false;
  child.once('error', () => (ended = true));
  child.once('exit', () => (ended = true));
  for (let waited = 0; !ended && waited < 600; waited += 1) {
    if (await greets(port)) return true;
    await sleep(100);
  }
  return false;
}
