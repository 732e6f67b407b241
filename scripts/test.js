/**
 * `npm test`: the unit tests, then the end-to-end tests on SQLite, then those that depend on the engine on MariaDB or
 * MySQL, and the most telling of these on the other one. `npm run test:full`: all of them on every engine found, with
 * more that is drawn at random.
 */
import './lib/node-version.js';
import { performance } from 'node:perf_hooks';
import { parseArguments } from './lib/arguments.js';
import { endWithChildren, runNode } from './lib/child.js';
import { findServers, startServer } from './lib/database-server.js';
import { Failure, main } from './lib/failure.js';
import { jest, jestAgain } from './lib/jest.js';
import { endWithParent } from './lib/parent.js';
import { prepareInstall } from './lib/prepare.js';
import { inProject, root } from './lib/project.js';
import { say, since } from './lib/say.js';
import { engineSuites, fullAmounts, whatFullAdds } from './lib/suites.js';

const noServer =
  'Left out: no mariadbd or mysqld was found. Install one (Debian, Ubuntu: apt-get install mariadb-server), ' +
  'or give TEST_DATABASE_URL=mysql://user:password@host:3306/name, an account that may create databases.';

/** @typedef {import('./lib/jest.js').Outcome & { onlyAlone?: string[] }} Outcome */
/** @typedef {{ isFull: boolean, forJest: string[] }} Wanted */
/** @typedef {{ title: string, run: (wanted: Wanted) => Promise<Outcome | undefined> }} Run */

/**
 * Only the whole of `npm test` gives a file a second try: whoever asks for a part, or for everything, wants to see it fail.
 * @returns {Promise<Outcome>}
 */
const runJest = (projects, args, url, { isFull, forJest }) =>
  isFull || forJest.length > 0
    ? jest(['--selectProjects', ...projects, ...args], url, isFull ? fullAmounts() : {})
    : jestAgain(projects, args, url);

/** @returns {Run['run']} */
const onSqlite = (project) => (wanted) => runJest([project], wanted.forJest, 'sqlite:', wanted);

/**
 * The runs of a name: on servers, where everything is wanted, one for each that is found.
 * @type {Record<string, () => Run[]>}
 */
const runs = {
  unit: () => [{ title: 'Unit tests', run: onSqlite('unit') }],
  sqlite: () => [{ title: 'End to end on SQLite', run: onSqlite('e2e') }],
  mysql: serverRuns,
};

/** @returns {Run[]} */
function serverRuns() {
  const given = process.env.TEST_DATABASE_URL ?? '';
  if (/^(mysql|mariadb):/.test(given)) {
    return [{ title: 'On the given server', run: (wanted) => onServer(wanted, given, true) }];
  }
  const programs = findServers();
  if (programs.length === 0) return [{ title: 'On MariaDB or MySQL', run: withoutServer }];
  return programs.map(({ name, program }, index) => ({ title: `On ${name}`, run: onOwn(program, index === 0) }));
}

async function withoutServer() {
  say(noServer);
  return process.env.CI === 'true' ? { passed: 0, failed: 1, failedFiles: [] } : undefined;
}

/** @returns {Run['run']} */
const onOwn = (program, isFirst) => async (wanted) => {
  const start = performance.now();
  const server = await startServer(program, { inMemory: true });
  say(`${program} is running for this test, started in ${since(start)}.`);
  try {
    return await onServer(wanted, server.url, isFirst);
  } finally {
    await server.stop();
  }
};

function onServer(wanted, url, isFirst) {
  return runJest(['unit', 'e2e'], serverArguments(wanted, isFirst), url, wanted);
}

/**
 * Of src/ only the tests of the database: the others cannot tell one database from the other. Of the end-to-end tests
 * those that depend on the engine, unless others are asked for.
 */
function serverArguments({ isFull, forJest }, isFirst) {
  const elsewhere = `^${literally(root)}/(src/(?!database/)|test/unit/|bench/)`;
  const ignoring = ['--testPathIgnorePatterns', '/node_modules/', elsewhere];
  // What follows an option such as -t is taken for a pattern: then everything is looked through.
  const isChosen = forJest.some((argument) => !argument.startsWith('-'));
  if (isFull || isChosen) return [...ignoring, ...forJest];
  const paths = [`${literally(root)}/src/database/`, ...engineSuites(isFirst).map(literally)];
  return [...ignoring, ...forJest, '--testPathPatterns', ...paths];
}

const literally = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

endWithParent();
await main(async () => {
  const { chosen, isFull, forJest } = parseArguments(process.argv.slice(2));
  await prepareInstall();
  endWithChildren();
  if ((await runNode([inProject('scripts', 'metadata.js')])).code !== 0)
    throw new Failure('src/metadata.ts could not be made.');
  const isPart = forJest.length > 0;
  if (isPart) forJest.unshift('--passWithNoTests');

  const total = { passed: 0, failed: 0 };
  const summary = [];
  const all = chosen.flatMap((name) => runs[name]());
  for (const [index, { title, run }] of all.entries()) {
    say(`\n== ${title} (${index + 1} of ${all.length})`);
    const start = performance.now();
    const outcome = await run({ isFull, forJest });
    total.passed += outcome?.passed ?? 0;
    total.failed += outcome?.failed ?? 0;
    const result = outcome ? `${outcome.passed} passed, ${outcome.failed} failed` : 'left out';
    summary.push(`${title.padEnd(22)} ${result.padEnd(26)} ${since(start)}`);
    for (const file of outcome?.onlyAlone ?? [])
      summary.push(`  ${file} failed beside the others and passed alone: why?`);
  }
  console.log(`\n${summary.join('\n')}\n`);
  if (!isFull && !isPart) console.log(`${whatFullAdds()}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
});
