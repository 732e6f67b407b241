/** The test files that `npm test` runs on each engine; `npm run test:full` runs all of them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { Failure } from './failure.js';
import { filesBelow } from './hash.js';
import { inProject, root } from './project.js';

export const suffix = '.e2e-spec.ts';

/**
 * End-to-end tests that depend on the database engine: its SQL, query plans, collations and locks. The others run on
 * SQLite only, except with `npm run test:full`.
 */
const ofTheEngine = [
  ...['plans', 'statements', 'event-search', 'list-oracle', 'geoloc', 'categories', 'series'],
  ...['safe-writes', 'freshness', 'outage', 'changes'],
];

/** The tests that a second server is most likely to fail: query plans, locks, SQL dialect. */
const ofAnotherEngine = ['plans', 'statements', 'safe-writes', 'event-search'];

/** @returns {string[]} the names of all end-to-end tests, without their ending */
const allSuites = () =>
  readdirSync(inProject('test'))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));

/** The unit tests that use a temporary database. */
const unitsOfTheEngine = () =>
  filesBelow(inProject('src')).filter(
    (file) => /\.spec\.ts$/.test(file) && /temporaryDatabases/.test(readFileSync(file, 'utf8')),
  );

/**
 * The longest test files in the order in which they are started. Files that mostly wait alternate with those that use
 * the processor.
 */
export const longest = [
  ...['browser', 'transfer', 'outage', 'rights', 'commands', 'webhook-instances', 'leaks', 'faults', 'workers'],
  ...['import', 'overload', 'values', 'bad-input'],
  ...['read-only', 'list-oracle', 'cache', 'event-writes', 'database.spec.ts', 'statuses', 'series'],
  ...['safe-writes', 'docs'],
];

/**
 * @param {'all' | 'first' | 'further'} which a further server, beside the first, runs fewer tests
 * @returns {string[]} jest's patterns of the tests on a server
 * @throws {Failure} if a name in the lists has no file
 */
export function engineTests(which) {
  const names = { all: allSuites(), first: ofTheEngine, further: ofAnotherEngine }[which];
  const files = names.map((name) => inProject('test', name + suffix));
  const gone = files.filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Failure(`scripts/lib/suites.js names tests that do not exist: ${gone.join(', ')}.`);
  return [...files, ...unitsOfTheEngine()].map((file) => `<rootDir>/${relative(root, file)}`);
}

/**
 * Numbers of random cases by the environment variable that overrides them; test/support/amounts.ts reads them too.
 * @type {Record<string, { default: number, full: number }>}
 */
const amounts = JSON.parse(readFileSync(inProject('test', 'support', 'amounts.json'), 'utf8'));

/** @returns {NodeJS.ProcessEnv} the numbers for `test:full` and a new seed, unless the environment sets them */
export const fullAmounts = () => ({
  TEST_SEED: process.env.TEST_SEED ?? String(Date.now() % 1_000_000),
  ...Object.fromEntries(
    Object.entries(amounts).map(([variable, { full }]) => [variable, process.env[variable] ?? String(full)]),
  ),
});
