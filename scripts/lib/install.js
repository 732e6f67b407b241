/** Installs the packages of the lock file, when that has not been done yet. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { run, runNode } from './child.js';
import { missingCompilerTools } from './compiler.js';
import { Failure } from './failure.js';
import { hashOf } from './hash.js';
import { inProject } from './project.js';
import { say, timed } from './say.js';

const lockFile = inProject('package-lock.json');
const installedFile = inProject('node_modules', '.package-lock.json');
const stampFile = inProject('node_modules', '.cache', 'calendar', 'installed');

/** What the installed packages depend on: the lock file, and for the compiled driver Node's binary interface. */
const wanted = () => [hashOf([lockFile]), process.versions.modules, process.platform, process.arch].join(' ');

/** @returns {boolean} whether the last install was of this lock file, for this Node */
export function isInstalled() {
  return existsSync(installedFile) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted();
}

/** Runs `npm ci`, unless it was already run by hand. */
export async function install() {
  if (!(installedByHand() && (await sqliteDriverLoads()))) {
    await timed('Installing packages (again only when package-lock.json changes)', npmCi);
    if (!(await sqliteDriverLoads())) throw new Failure(driverSentence());
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted());
}

/** Whether npm's record in node_modules has every package of the lock file, except optional ones (other platforms). */
function installedByHand() {
  if (!existsSync(installedFile)) return false;
  const [there, lock] = [installedFile, lockFile].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  return Object.entries(lock).every(
    ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
  );
}

async function npmCi(tell) {
  const onOutput = (text) => {
    if (isCompiling(text)) tell(COMPILING);
  };
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--foreground-scripts'];
  const { code, output } = await npm(args, { capture: true, onOutput });
  if (code === 0) return;
  say(output);
  const sentence =
    /gyp|better-sqlite3/.test(output) && missingCompilerTools().length > 0 ? `\n${driverSentence()}` : '';
  throw new Failure(`npm ci failed; see its output above.${sentence}`);
}

const COMPILING = 'Compiling the SQLite driver, once, since there is no prebuilt one (1 to 2 minutes)';

/**
 * @param {string} text output of npm and the install scripts
 * @returns {boolean} whether a package is being compiled; only the SQLite driver ever is
 */
const isCompiling = (text) => /^gyp info|^make: Entering directory/m.test(text);

export function npm(args, options) {
  const cli = process.env.npm_execpath ?? '';
  if (basename(cli) === 'npm-cli.js') return runNode([cli, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

async function sqliteDriverLoads() {
  const program = "import Database from 'better-sqlite3'; new Database(':memory:').close()";
  const { code } = await runNode(['--input-type=module', '--eval', program], { capture: true });
  return code === 0;
}

function driverSentence() {
  const missing = missingCompilerTools();
  if (missing.length === 0) return 'The SQLite driver better-sqlite3 does not load: delete node_modules and try again.';
  return (
    'The SQLite driver better-sqlite3 must be compiled on this machine, and this is missing: ' +
    `${missing.join(', ')}. Install it (Debian, Ubuntu: apt-get install build-essential python3) and try again.`
  );
}
