/** Brings node_modules/ and dist/ up to date; silent if they already are. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithChildren, run, runNode } from './child.js';
import { inProject, root, tool } from './project.js';
import { Failure, say, timed } from './report.js';

/** Installs when the lock file has changed since the last install. */
export async function prepareInstall() {
  if (!isInstalled()) await withLock('preparing', install);
}

/** Installs and builds what has changed since the last time. */
export async function prepareBuild() {
  if (isInstalled() && isBuilt()) return;
  await withLock('preparing', async () => {
    await install();
    if (!isBuilt()) await build();
  });
}

/** Builds unconditionally. */
export async function rebuild() {
  await withLock('preparing', async () => {
    await install();
    await build();
  });
}

/** Whether node_modules has every package of the lock file, except optional ones, and the SQLite driver for this Node. */
function isInstalled() {
  return arePackagesInstalled(root) && sqliteDriverLoads();
}

/** Whether the node_modules of a folder has every package of its lock file, except optional ones. */
export function arePackagesInstalled(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const [there, lock] = [installed, join(folder, 'package-lock.json')].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  );
  const isThere = ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version;
  return Object.entries(lock).every(isThere);
}

function sqliteDriverLoads() {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

async function install() {
  if (isInstalled()) return;
  await timed('Installing packages (again only when package-lock.json changes)', npmCi);
  if (!sqliteDriverLoads()) throw new Failure(`The SQLite driver better-sqlite3 does not load. ${COMPILER_NEEDED}`);
}

const COMPILER_NEEDED =
  'Where no prebuilt one can be fetched it is compiled, which needs a C++ compiler, make and Python ' +
  '(Debian, Ubuntu: apt-get install build-essential python3). Delete node_modules and try again.';

async function npmCi() {
  let isCompiling = false;
  const onOutput = (text) => {
    if (isCompiling || !/^gyp info|^make: Entering directory/m.test(text)) return;
    isCompiling = true; // only the SQLite driver ever is
    say('  Compiling the SQLite driver, once, since there is no prebuilt one (1 to 2 minutes) …');
  };
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--foreground-scripts'];
  const { code, output } = await npm(args, { capture: true, onOutput });
  if (code !== 0) throw new Failure(`${output}\nnpm ci failed.${isCompiling ? ` ${COMPILER_NEEDED}` : ''}`);
}

export function npm(args, options) {
  const cli = process.env.npm_execpath ?? '';
  if (basename(cli) === 'npm-cli.js') return runNode([cli, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

const stampFile = inProject('dist', '.built-from');

/** @returns {boolean} whether dist/ was built from the current sources (by their hash) */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash();
}

/** Builds first the metadata of the DTO classes, then everything. */
async function build() {
  await timed('Building', async () => {
    await step([inProject('scripts', 'metadata.js')]);
    const stamp = sourceHash(); // computed before the build, so that later changes are built next time
    await step([tool('@nestjs/cli/bin/nest.js'), 'build']);
    writeFileSync(stampFile, stamp);
  });
}

async function step(args) {
  const { code, output } = await runNode(args, { capture: true });
  if (code !== 0) throw new Failure(`${output}\nThe build failed.`);
}

/** A hash of the names and contents of everything that the build reads. */
function sourceHash() {
  const settings = ['ormconfig.ts', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];
  const sources = ['src', 'tools', 'sample'].flatMap((folder) => filesBelow(inProject(folder)));
  return hashOf([...sources.filter((file) => !file.endsWith('.spec.ts')), ...settings.map((name) => inProject(name))]);
}

/** A hash of the names and contents of files. @param {string[]} files */
export function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @returns {string[]} all files below a folder, sorted */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

/** Does work alone: the owner of the lock file touches it every two seconds; one without such a heartbeat is stale. */
export async function withLock(name, work) {
  const lockFile = inProject('.cache', name);
  const giveSignalsBack = endWithChildren();
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let waits = 0; !createdLock(lockFile); waits += 1) {
    if (waits === 0) say('Waiting for another process, which is installing or building.');
    const { mtimeMs = Date.now() } = statSync(lockFile, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > 20_000) rmSync(lockFile, { force: true });
    await sleep(250);
  }
  const release = () => rmSync(lockFile, { force: true });
  const heartbeat = setInterval(() => writeFileSync(lockFile, ''), 2000);
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
    giveSignalsBack();
  }
}

function createdLock(lockFile) {
  try {
    writeFileSync(lockFile, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
