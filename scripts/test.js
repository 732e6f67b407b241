/**
 * `npm test`: the unit tests, the end-to-end tests on SQLite, and those that depend on the engine on the servers found
 * (fewer on the second). `npm run test:full`: all tests on every engine, more random cases, and the client generators.
 */
import './lib/node-version.js';
import { performance } from 'node:perf_hooks';
import { parseArguments } from './lib/arguments.js';
import { isBuilt } from './lib/build.js';
import { endWithChildren, runNode } from './lib/child.js';
import { findServers, startServer } from './lib/database-server.js';
import { Failure, main } from './lib/failure.js';
import { jest, jestAgain } from './lib/jest.js';
import { endWithParent } from './lib/parent.js';
import { prepareBuild, prepareInstall } from './lib/prepare.js';
import { inProject } from './lib/project.js';
import { say, since } from './lib/say.js';
import { engineTests, fullAmounts, whatFullAdds } from './lib/suites.js';

const noServer =
  'Left out: no mariadbd or mysqld was found. Install one (Debian, Ubuntu: apt-get install mariadb-server), ' +
  'or give TEST_DATABASE_URL=mysql://user:password@host:3306/name, an account that may create databases.';

/** The titles of Jest projects in the summary. */
const ofSqlite = { unit: 'Unit tests', e2e: 'End to end on SQLite' };

/** The Jest projects of each name of `--only`, except those of servers. */
const named = { unit: ['unit'], sqlite: ['e2e'], mysql: [] };

/** @typedef {{ name: string, url: string, stop: () => Promise<void> }} RunningServer */

/** @returns {Promise<RunningServer[]>} the server of TEST_DATABASE_URL, else one for each program that is found */
async function startServers() {
  const given = process.env.TEST_DATABASE_URL ?? '';
  if (/^(mysql|mariadb):/.test(given)) return [{ name: 'the given server', url: given, stop: async () => undefined }];
  const start = performance.now();
  const servers = await Promise.all(
    findServers().map(async ({ name, program }) => ({ name, ...(await startServer(program, { inMemory: true })) })),
  );
  if (servers.length === 0) say(noServer);
  else say(`${servers.map(({ name }) => name).join(' and ')} are running for this test, started in ${since(start)}.`);
  return servers;
}

/** A full run needs the build, since some tests start it; a partial run only needs src/generated/metadata.ts. */
async function prepare(isPart) {
  if (!isPart) return prepareBuild();
  await prepareInstall();
  if (!isBuilt() && (await runNode([inProject('scripts', 'metadata.js')])).code !== 0)
    throw new Failure('src/generated/metadata.ts could not be made.');
}

endWithParent();
await main(async () => {
  const start = performance.now();
  const { chosen, isFull, forJest } = parseArguments(process.argv.slice(2));
  const isPart = forJest.length > 0;
  await prepare(isPart);
  endWithChildren();

  const isOnServers = chosen.includes('mysql');
  const servers = isOnServers ? await startServers() : [];
  // The value of an option such as -t also counts as a pattern, which selects all files.
  const isChosen = forJest.some((argument) => !argument.startsWith('-'));
  const onServers = servers.map(({ name, url }, index) => {
    return { name, url, testMatch: engineTests(isFull || isChosen ? 'all' : index === 0 ? 'first' : 'further') };
  });
  const projects = [...chosen.flatMap((name) => named[name]), ...servers.map(({ name }) => name)];
  const args = ['--selectProjects', ...projects, ...(isPart ? ['--passWithNoTests', ...forJest] : [])];
  const more = { TEST_SERVERS: JSON.stringify(onServers), ...(isFull && fullAmounts()) };
  // Failed files are only repeated in a plain `npm test`, not in a partial or a full run.
  const run = isFull || isPart ? jest : jestAgain;
  try {
    const outcome = projects.length > 0 ? await run(args, 'sqlite:', more) : { projects: {}, failed: 0 };
    const isMissing = isOnServers && servers.length === 0;
    const generators = isFull && !isPart ? (await runNode([inProject('scripts', 'test-generators.js')])).code : 0;
    const failed = outcome.failed + Number(isMissing && process.env.CI === 'true') + Number(generators !== 0);
    let passed = 0;
    for (const name of projects) {
      const count = outcome.projects[name] ?? { passed: 0, failed: 0 };
      passed += count.passed;
      console.log(`${(ofSqlite[name] ?? `On ${name}`).padEnd(22)} ${count.passed} passed, ${count.failed} failed`);
    }
    if (isMissing) console.log(`${'On MariaDB or MySQL'.padEnd(22)} left out`);
    if (generators !== 0) console.log(`${'Client generators'.padEnd(22)} failed`);
    for (const file of outcome.onlyAlone ?? [])
      console.log(`  ${file} failed beside the others and passed alone: why?`);
    if (!isFull && !isPart) console.log(`\n${whatFullAdds()}`);
    console.log(`\n${passed} passed, ${failed} failed in ${since(start)}`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
});
