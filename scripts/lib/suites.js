/**
 * Which test suites each command runs, and on which databases. docs/decisions/test-runs.md has the table for people,
 * which test/unit/test-runs.spec.ts compares with this file.
 */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { filesBelow } from './prepare.js';
import { inProject, root } from './project.js';
import { Failure } from './report.js';

/** Suites that depend on the database engine: its SQL, query plans, collations and locks. */
export const ofTheEngine = [
  ...['plans', 'statements', 'event-search', 'list-oracle', 'geoloc', 'categories', 'series'],
  ...['series-writers', 'safe-writes', 'freshness', 'outage', 'changes'],
].map((name) => `test/${name}.e2e-spec.ts`);

/** The suites that a second server is most likely to fail: query plans, locks, SQL dialect. */
export const ofAnotherEngine = ['plans', 'statements', 'safe-writes', 'event-search'].map(
  (name) => `test/${name}.e2e-spec.ts`,
);

/** Suites of programs and browsers, and long ones of commands and guesses, that `npm test` leaves to `npm run test:rest`. */
export const leftToRest = [
  ...[
    'browser',
    'admin/form',
    'admin/nothing-lost',
    'admin/screens',
    'admin/overview',
    'admin/people',
    'admin/single-sign-on',
    'admin/roles',
    'admin/public-links',
    'admin/undo',
    'admin/submissions',
  ],
  ...['recipes', 'single-sign-on'],
  ...['commands', 'workers', 'webhook-instances', 'faults', 'full-log', 'overload', 'read-only'],
  ...['seed', 'import-dry-run', 'sign-in-tries'],
].map((name) => `test/${name}.e2e-spec.ts`);

/** Suites of which `npm test` has one variant, and `npm run test:rest` another one (`test/support/part.ts`). */
export const inParts = ['browser-pages', 'admin/week'].map((name) => `test/${name}.e2e-spec.ts`);

/** The unit suites that use a temporary database, and so run on servers, too. */
const isUnitOfTheEngine = (path) => !isEndToEnd(path) && /temporaryDatabases/.test(readFileSync(inProject(path)));

/** Those of the database itself and of the schema, which a second server runs, too. */
const isUnitOfAnotherEngine = (path) =>
  isUnitOfTheEngine(path) && /\/(database|migrations\/builders)\/|\/migrations\.spec\.ts$/.test(path);

const isEndToEnd = (path) => path.startsWith('test/') && !path.startsWith('test/unit/');

/** Suites whose tests build on each other, so that they cannot be shuffled. */
const ordered = JSON.parse(readFileSync(inProject('test', 'support', 'ordered-suites.json'), 'utf8'));

/** @param {Run} run */
export const isOrdered = ({ path }) => ordered.some((name) => path === `test/${name}`);

/** @returns {string[]} the paths of all suites of `npm run test:full`, from the root of the project */
export function allSuites() {
  const below = (folder, ending) =>
    filesBelow(inProject(folder))
      .filter((file) => file.endsWith(ending))
      .map((file) => relative(root, file).split(sep).join('/'));
  return [
    ...['src', 'tools', 'test/unit'].flatMap((folder) => below(folder, '.spec.ts')),
    ...below('bench', '.spec.js'),
    ...below('test', '.e2e-spec.ts'),
  ];
}

/**
 * A suite on one database.
 * @typedef {{ path: string, server?: { name: string, url: string } }} Run
 */

/**
 * The runs of a command.
 * @param {'test' | 'rest' | 'full'} command `rest` runs what `test` leaves out of a full run, without repetition on servers
 * @param {{ name: string, url: string }[]} servers
 * @param {string[]} patterns parts of paths; a suite that is named runs on SQLite wherever it belongs
 * @returns {Run[]}
 */
export function runsOf(command, servers, patterns = []) {
  const suites = allSuites();
  const gone = [...ofTheEngine, ...ofAnotherEngine, ...leftToRest, ...inParts].filter((path) => !suites.includes(path));
  if (gone.length > 0) throw new Failure(`scripts/lib/suites.js names suites that do not exist: ${gone.join(', ')}.`);
  const isNamed = (path) => patterns.length === 0 || patterns.some((pattern) => path.includes(pattern));
  const onSqlite = (path) => {
    if (command === 'full' || patterns.length > 0) return true;
    return inParts.includes(path) || (command === 'rest') === leftToRest.includes(path);
  };
  const onServer = (path, place) => {
    if (command === 'full') return isEndToEnd(path) || isUnitOfTheEngine(path);
    if (command === 'test') return place === 0 && (ofTheEngine.includes(path) || isUnitOfTheEngine(path));
    return place > 0 && (ofAnotherEngine.includes(path) || isUnitOfAnotherEngine(path));
  };
  return suites
    .filter(isNamed)
    .flatMap((path) => [
      ...(onSqlite(path) ? [{ path }] : []),
      ...servers.filter((_server, place) => onServer(path, place)).map((server) => ({ path, server })),
    ]);
}

/** @returns {NodeJS.ProcessEnv} the numbers of random cases of `test:full` and a new seed, unless the environment sets them */
export function fullAmounts() {
  const amounts = JSON.parse(readFileSync(inProject('test', 'support', 'amounts.json'), 'utf8'));
  const full = Object.entries(amounts).map(([variable, { full }]) => [variable, String(full)]);
  const wanted = { TEST_SEED: String(Date.now() % 1_000_000), ...Object.fromEntries(full) };
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, process.env[name] ?? value]));
}
