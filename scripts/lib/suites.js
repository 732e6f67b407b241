/** The test files that `npm test` runs on each engine; `npm run test:full` runs all of them. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { filesBelow } from './prepare.js';
import { inProject, root } from './project.js';
import { Failure } from './report.js';

export const suffix = '.e2e-spec.ts';

/** End-to-end tests that depend on the database engine: its SQL, query plans, collations and locks. */
const ofTheEngine = [
  ...['plans', 'statements', 'event-search', 'list-oracle', 'geoloc', 'categories', 'series'],
  ...['safe-writes', 'freshness', 'outage', 'changes'],
];

/** The tests that a second server is most likely to fail: query plans, locks, SQL dialect. */
const ofAnotherEngine = ['plans', 'statements', 'safe-writes', 'event-search'];

/** The unit tests that use a temporary database. */
const isUnitOfTheEngine = (file) => /\.spec\.ts$/.test(file) && /temporaryDatabases/.test(readFileSync(file, 'utf8'));

/** Those of the database itself and of the schema, which a second server runs too. */
const isUnitOfAnotherEngine = (file) => /[/](database|migrations[/]builders)[/]|[/]migrations\.spec\.ts$/.test(file);

/** The longest test files, in order. Files that mostly wait alternate with those that use the processor. */
export const longest = [
  ...['browser-pages', 'transfer', 'week', 'outage', 'browser', 'webhook-instances', 'roles', 'revision-commands'],
  ...['recipes', 'rights', 'nothing-lost', 'commands', 'screens', 'leaks', 'faults', 'workers'],
  ...['import', 'overload', 'values', 'bad-input'],
  ...['read-only', 'list-oracle', 'cache', 'event-writes', 'database.spec.ts', 'statuses', 'series'],
  ...['safe-writes', 'docs'],
];

/** Jest's patterns of the tests on a server; a further server, beside the first, runs fewer. */
export function engineTests(which) {
  const names = { first: ofTheEngine, further: ofAnotherEngine }[which];
  const all = filesBelow(inProject('test')).filter((file) => file.endsWith(suffix));
  const files = names?.map((name) => inProject('test', name + suffix)) ?? all;
  const gone = files.filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Failure(`scripts/lib/suites.js names tests that do not exist: ${gone.join(', ')}.`);
  const units = filesBelow(inProject('src'))
    .filter(isUnitOfTheEngine)
    .filter((file) => which !== 'further' || isUnitOfAnotherEngine(file));
  return [...files, ...units].map((file) => `<rootDir>/${relative(root, file)}`);
}

/** @returns {NodeJS.ProcessEnv} the numbers of random cases of `test:full` and a new seed, unless the environment sets them */
export function fullAmounts() {
  const amounts = JSON.parse(readFileSync(inProject('test', 'support', 'amounts.json'), 'utf8'));
  const full = Object.entries(amounts).map(([variable, { full }]) => [variable, String(full)]);
  const wanted = { TEST_SEED: String(Date.now() % 1_000_000), ...Object.fromEntries(full) };
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, process.env[name] ?? value]));
}
