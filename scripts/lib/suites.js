/** What `npm test` runs of what there is; `npm run test:full` runs all of it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { Failure } from './failure.js';
import { filesBelow } from './hash.js';
import { inProject, root } from './project.js';

export const suffix = '.e2e-spec.ts';

/**
 * End-to-end tests that can tell one database from another: by its SQL, its plans, its collations, its locks. The others
 * go through the same statements, and are run on SQLite alone unless everything is asked for.
 */
const ofTheEngine = [
  ...['plans', 'statements', 'event-search', 'list-oracle', 'geoloc', 'categories', 'series'],
  ...['safe-writes', 'freshness', 'outage', 'changes'],
];

/** Those that a second engine is most likely to fail: its plans, its locks, its reading of our SQL. */
const ofAnotherEngine = ['plans', 'statements', 'safe-writes', 'event-search'];

/** @returns {string[]} the names of all end-to-end tests, without their ending */
const allSuites = () =>
  readdirSync(inProject('test'))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));

/** The unit tests that ask for a database of the engine. */
const unitsOfTheEngine = () =>
  filesBelow(inProject('src')).filter(
    (file) => /\.spec\.ts$/.test(file) && /temporaryDatabases/.test(readFileSync(file, 'utf8')),
  );

/**
 * What takes longest, on the engine where it does, in the order in which it is begun. Those that mostly wait stand
 * between those that compute.
 */
export const longest = [
  ...[
    'browser',
    'transfer',
    'outage',
    'attack',
    'rights',
    'commands',
    'webhook-instances',
    'leaks',
    'faults',
    'workers',
  ],
  ...['import', 'overload', 'values', 'bad-input'],
  ...['read-only', 'list-oracle', 'cache', 'event-writes', 'database.spec.ts', 'statuses', 'series'],
  ...['safe-writes', 'docs'],
];

/**
 * @param {'all' | 'first' | 'further'} which on a further engine beside the first fewer are run
 * @returns {string[]} jest's patterns of the tests on a server
 * @throws {Failure} where a name of the lists is that of no file any more
 */
export function engineTests(which) {
  const names = { all: allSuites(), first: ofTheEngine, further: ofAnotherEngine }[which];
  const files = names.map((name) => inProject('test', name + suffix));
  const gone = files.filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Failure(`scripts/lib/suites.js names tests that do not exist: ${gone.join(', ')}.`);
  return [...files, ...unitsOfTheEngine()].map((file) => `<rootDir>/${relative(root, file)}`);
}

/** @typedef {{ default: number, full: number, of: string }} Amount */
/** How much is drawn at random, by the variable of the environment that changes it; test/support/amounts.ts reads it too. */
/** @type {Record<string, Amount>} */
const amounts = JSON.parse(readFileSync(inProject('test', 'support', 'amounts.json'), 'utf8'));

/** @returns {NodeJS.ProcessEnv} the large amounts, drawn anew, unless others are given */
export const fullAmounts = () => ({
  TEST_SEED: process.env.TEST_SEED ?? String(Date.now() % 1_000_000),
  ...Object.fromEntries(
    Object.entries(amounts).map(([variable, { full }]) => [variable, process.env[variable] ?? String(full)]),
  ),
});

const count = (/** @type {number} */ number) => number.toLocaleString('en');

/** @returns {string} what `npm run test:full` does beyond `npm test` */
export function whatFullAdds() {
  const others = allSuites().length - ofTheEngine.length;
  const more = Object.values(amounts).map(
    (amount) => `${count(amount.full)} ${amount.of} instead of ${count(amount.default)}`,
  );
  return [
    `npm run test:full adds: the other ${others} of ${allSuites().length} end-to-end tests on every MariaDB and MySQL that is found,
  of which the second one runs ${ofAnotherEngine.length} of those that depend on the engine,
  clients that six generators make of docs/openapi.json,`,
    ...more.map((line, index) => `  ${line}${index < more.length - 1 ? ',' : '.'}`),
  ].join('\n');
}
