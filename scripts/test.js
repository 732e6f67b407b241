/**
 * `npm test`: the unit tests, the end-to-end tests on SQLite, and those that depend on the engine on the servers found
 * (fewer on the second). `npm run test:full`: all tests on every engine, more random cases, attacks, and the client generators.
 */
import { performance } from 'node:perf_hooks';
import { buildAdmin } from './lib/admin.js';
import { endWithChildren, endWithParent, runNode } from './lib/child.js';
import { findServers, startServer } from './lib/database-server.js';
import { GENERATE, isDocumentCurrent } from './lib/document.js';
import { jest } from './lib/jest.js';
import { isBuilt, prepareBuild, prepareInstall } from './lib/prepare.js';
import { inProject } from './lib/project.js';
import { Failure, main, say, since } from './lib/report.js';
import { engineTests, fullAmounts } from './lib/suites.js';

const noServer =
  'Left out: no mariadbd or mysqld was found. Install one (Debian, Ubuntu: apt-get install mariadb-server), ' +
  'or give TEST_DATABASE_URL=mysql://user:password@host:3306/name, an account that may create databases.';

/** If more files failed, the cause is not a busy machine, and nothing is repeated. */
const MOST_AGAIN = 3;

/** The Jest projects of each name of `--only`, except those of servers. */
const PROJECTS = { unit: ['unit'], sqlite: ['e2e', 'admin'], mysql: [] };

/** `--only unit,sqlite` chooses runs, `--full` leaves nothing out; everything else is for Jest. */
function parseArguments(argv) {
  const forJest = argv.filter((argument) => argument !== '--full');
  const at = forJest.indexOf('--only');
  const [, only = Object.keys(PROJECTS).join()] = at < 0 ? [] : forJest.splice(at, 2);
  const chosen = only.split(',');
  const unknown = chosen.filter((name) => !(name in PROJECTS));
  if (unknown.length > 0)
    throw new Failure(`--only takes ${Object.keys(PROJECTS).join(', ')}, not ${unknown.join(', ')}.`);
  return { chosen, isFull: argv.includes('--full'), forJest };
}

/** The server of TEST_DATABASE_URL, else one for each program that is found. */
async function startServers() {
  const given = process.env.TEST_DATABASE_URL ?? '';
  if (/^(mysql|mariadb):/.test(given)) return [{ name: 'the given server', url: given, stop: async () => undefined }];
  const start = performance.now();
  const servers = await Promise.all(
    findServers().map(async ({ name, program }) => ({ name, ...(await startServer(program, { inMemory: true })) })),
  );
  if (servers.length > 0)
    say(`${servers.map(({ name }) => name).join(' and ')} are running for this test, started in ${since(start)}.`);
  return servers;
}

/**
 * A full run needs the build, since some tests start it, and the documentation of that build. A partial run only needs
 * src/generated/metadata.ts, but tells what other tests need.
 */
async function prepare(isPart) {
  if (!isPart) {
    await prepareBuild();
    await buildAdmin();
    if (!(await isDocumentCurrent()))
      throw new Failure(
        `docs/openapi.json is not the documentation of src, with which tests compare. Run: ${GENERATE}`,
      );
    return;
  }
  await prepareInstall();
  if (isBuilt()) return;
  if ((await runNode([inProject('scripts', 'metadata.js')])).code !== 0)
    throw new Failure('src/generated/metadata.ts could not be made.');
  say(`dist/ is older than src: tests that start the service or read its documentation need ${GENERATE}`);
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
  const projects = [...chosen.flatMap((name) => PROJECTS[name]), ...servers.map(({ name }) => name)];
  const args = ['--selectProjects', ...projects, ...(isPart ? ['--passWithNoTests', ...forJest] : [])];
  const more = { TEST_SERVERS: JSON.stringify(onServers), ...(isFull && { ...fullAmounts(), TEST_FULL: 'true' }) };
  const isMissing = isOnServers && servers.length === 0;
  try {
    let { code, failedFiles } = projects.length > 0 ? await jest(args, more) : { code: 0, failedFiles: [] };
    if (!isFull && !isPart && failedFiles.length > 0 && failedFiles.length <= MOST_AGAIN) {
      say(
        `\nOnce more, one at a time, since tests of time limits may fail on a busy machine: ${failedFiles.join(', ')}`,
      );
      ({ code } = await jest([...args, '--runTestsByPath', ...failedFiles], more, 1));
    }
    if (isFull && !isPart) {
      const { code: attacks } = await jest(['--selectProjects', 'attack'], { ...fullAmounts(), ATTACK_MINUTES: '2' });
      const { code: generators } = await runNode([inProject('scripts', 'test-generators.js')]);
      code ||= attacks || generators;
    }
    process.exitCode = code === 0 && isMissing && process.env.CI === 'true' ? 1 : code;
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
    if (isMissing) say(noServer);
    say(`\nDone in ${since(start)}.`);
  }
});
