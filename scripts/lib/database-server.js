/** A private, temporary MariaDB or MySQL server with its own folder, port and socket. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, end, run } from './child.js';
import { memoryFolder } from './memory-folder.js';
import { onPath, ownMysql } from './project.js';
import { Failure } from './report.js';

const places = ['/usr/sbin', '/usr/libexec', '/usr/local/sbin', '/usr/local/bin', '/usr/local/libexec'];
const packages = ['/usr/local/mysql', '/usr/local/mariadb', '/opt/homebrew', '/opt/homebrew/opt/mariadb'];
const folders = [...places, ...packages.map((folder) => `${folder}/bin`)];

/** Tests need speed, not durability: commits do not wait for the disk. */
const fast = ['--innodb-flush-log-at-trx-commit=2', '--innodb-doublewrite=0', '--skip-log-bin'];
const small = ['--innodb-buffer-pool-size=128M', '--performance-schema=OFF', '--max-connections=200'];

const database = 'calendar_test';

/** Connections come over TCP, for which a new MySQL server has no root account. */
const account = "'root'@'127.0.0.1'";
const init = `CREATE USER IF NOT EXISTS ${account};
GRANT ALL ON *.* TO ${account} WITH GRANT OPTION;
CREATE DATABASE IF NOT EXISTS ${database};
`;

/** Both servers refuse to run as root without this option. */
const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

/** Each server program that is found; Debian calls MariaDB mysqld as well. */
export function findServers() {
  const found = ['mariadbd', 'mysqld'].map((name) => onPath(name, folders));
  const programs = [...found, onPath(join(ownMysql, 'mysqld'))].filter((program) => program !== undefined);
  const different = new Map(programs.map((program) => [realpathSync(program), program]));
  return [...different.values()].map((program) => ({ name: isMariaDb(program) ? 'MariaDB' : 'MySQL', program }));
}

const isMariaDb = (program) =>
  spawnSync(program, ['--no-defaults', '--version'], { encoding: 'utf8' }).stdout.includes('MariaDB');

/** Starts a server; database-server.d.ts describes the options and the result. */
export async function startServer(program, { settings = [], dataFolder, inMemory = false, through = [] } = {}) {
  const isMaria = isMariaDb(program);
  const folder = temporaryFolder(inMemory);
  const data = dataFolder ?? folder.path('data');
  const paths = [`--datadir=${data}`, `--tmpdir=${folder.path('tmp')}`];
  if (!existsSync(data)) await initialize(program, isMaria, [...asRoot, ...paths]);
  const own = isMaria ? [] : ['--mysqlx=OFF', '--secure-file-priv=NULL'];
  const files = ['socket', 'pid-file', 'init-file'].map((name) => `--${name}=${folder.path(name)}`);
  const options = [...asRoot, ...paths, ...files, ...fast, ...small, '--skip-name-resolve', ...own, ...settings];
  const { child, port } = await listen([...through, program, '--no-defaults', ...options], folder.path('log'));
  return {
    url: `${isMaria ? 'mariadb' : 'mysql'}://root@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await end(child);
      folder.remove();
    },
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      folder.remove();
    },
    signal: (name) => child.kill(name),
  };
}

/** A temporary folder, deleted at the latest when this process ends. */
function temporaryFolder(inMemory) {
  const parent = inMemory ? memoryFolder() : tmpdir();
  // The path of a Unix socket has at most 107 characters.
  const folder = mkdtempSync(join(parent.length < 70 ? parent : '/tmp', 'calendar-db-'));
  const path = (name) => join(folder, name);
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  mkdirSync(path('tmp'));
  writeFileSync(path('init-file'), init);
  return { path, remove };
}

/** Creates the system tables in the data folder. */
async function initialize(program, isMaria, options) {
  if (!isMaria) return succeed(program, ['--no-defaults', '--initialize-insecure', ...options]);
  const base = dirname(dirname(program));
  const near = ['bin', 'scripts'].map((name) => join(base, name));
  const script = onPath('mariadb-install-db', near) ?? onPath('mysql_install_db', near);
  if (!script) throw new Failure(`${program} is there, but not the program mariadb-install-db that belongs to it.`);
  const settings = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  await succeed(script, ['--no-defaults', `--basedir=${base}`, ...settings, ...options]);
}

async function succeed(program, args) {
  const { code, output } = await run(program, args, { capture: true });
  if (code !== 0) throw new Failure(`${program} could not make a database folder:\n${output}`);
}

/** Starts the server on a free port and waits for its greeting. Retries if another process has taken the port meanwhile. */
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

/** A free port of the loopback interface. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether a MySQL or MariaDB server answers a connection with its greeting. */
function greets(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2000 });
    const settle = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', (packet) => settle(packet[4] === 10)); // protocol version 10, after 4 bytes of packet header
    for (const failure of ['error', 'timeout', 'end']) socket.once(failure, () => settle(false));
  });
}
