/** `npm test`: the unit tests, then the end-to-end tests on SQLite, then those of the database on MariaDB or MySQL. */
import './lib/node-version.js';
import { performance } from 'node:perf_hooks';
import { parseArguments } from './lib/arguments.js';
import { endWithChildren, runNode } from './lib/child.js';
import { findServer, startServer } from './lib/database-server.js';
import { Failure, main } from './lib/failure.js';
import { jest } from './lib/jest.js';
import { endWithParent } from './lib/parent.js';
import { prepareInstall } from './lib/prepare.js';
import { inProject, root } from './lib/project.js';
import { say, since } from './lib/say.js';

const noServer =
  'Left out: no mariadbd or mysqld was found. Install one (Debian, Ubuntu: apt-get install mariadb-server), ' +
  'or give TEST_DATABASE_URL=mysql://user:password@host:3306/name, an account that may create databases.';

/** @typedef {import('./lib/jest.js').Outcome} Outcome */
/** @type {Record<string, { title: string, run: (forJest: string[]) => Promise<Outcome | undefined> }>} */
const runs = {
  unit: { title: 'Unit tests', run: (forJest) => jest(['--selectProjects', 'unit', ...forJest], 'sqlite:') },
  sqlite: { title: 'End to end on SQLite', run: (forJest) => jest(['--selectProjects', 'e2e', ...forJest], 'sqlite:') },
  mysql: { title: 'On MariaDB or MySQL', run: onMySql },
};

/**
 * @param {string[]} forJest
 * @returns {Promise<Outcome | undefined>} undefined where there is no server
 */
async function onMySql(forJest) {
  const given = process.env.TEST_DATABASE_URL ?? '';
  if (/^(mysql|mariadb):/.test(given)) return jest(mySqlArguments(forJest), given);
  const program = findServer();
  if (!program) {
    say(noServer);
    return process.env.CI === 'true' ? { passed: 0, failed: 1 } : undefined;
  }
  const start = performance.now();
  const server = await startServer(program);
  say(`${program} is running for this test, started in ${since(start)}.`);
  try {
    return await jest(mySqlArguments(forJest), server.url);
  } finally {
    await server.stop();
  }
}

/**
 * Of src/ only the tests of the database; the others cannot tell one database from the other.
 * @param {string[]} forJest
 */
function mySqlArguments(forJest) {
  const elsewhere = `^${root.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/src/(?!database/)`;
  return ['--selectProjects', 'unit', 'e2e', '--testPathIgnorePatterns', '/node_modules/', elsewhere, ...forJest];
}

endWithParent();
await main(async () => {
  const { chosen, forJest } = parseArguments(process.argv.slice(2));
  await prepareInstall();
  endWithChildren();
  if ((await runNode([inProject('scripts', 'metadata.js')])).code !== 0)
    throw new Failure('src/metadata.ts could not be made.');
  if (forJest.length > 0) forJest.unshift('--passWithNoTests');

  const total = { passed: 0, failed: 0 };
  const summary = [];
  for (const name of chosen) {
    const { title, run } = runs[name];
    say(`\n== ${title}`);
    const start = performance.now();
    const outcome = await run(forJest);
    total.passed += outcome?.passed ?? 0;
    total.failed += outcome?.failed ?? 0;
    const result = outcome ? `${outcome.passed} passed, ${outcome.failed} failed` : 'left out';
    summary.push(`${title.padEnd(22)} ${result.padEnd(26)} ${since(start)}`);
  }
  console.log(`\n${summary.join('\n')}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
});
