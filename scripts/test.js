/**
 * `npm test`: what a developer runs before a commit. `npm run test:rest`: what it leaves to `.ci/run`.
 * `npm run test:full`: every suite on every database, with more random cases, attacks, the client generators, and the
 * moments.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { buildAdmin } from './lib/admin.js';
import { endWithChildren, endWithParent, runNode } from './lib/child.js';
import { GENERATE, isDocumentCurrent } from './lib/document.js';
import { runGroups, runProject } from './lib/jest.js';
import { isBuilt, prepareBuild, prepareInstall } from './lib/prepare.js';
import { inProject } from './lib/project.js';
import { Failure, main, say, since } from './lib/report.js';
import { fullAmounts, isOrdered, runsOf } from './lib/suites.js';
import { NO_SERVER, startServers } from './lib/test-servers.js';

const help = `npm test [-- [options] [names]]
  Runs the test suites, or those whose path contains one of the names. Exit code 0 if all tests pass, else 1.

  -t <pattern>   only tests whose title matches
  --bail         ends after the first group of suites with a failure
  --randomize    shuffles the suites of a group and the tests of a suite, and prints the seed
  --seed <n>     repeats a run with --randomize

npm run test:rest takes the same, and runs what npm test leaves out; npm run test:full runs everything.`;

/** The arguments; packages may not be installed yet, so that only Node can read them. */
function parseArguments() {
  const [flag, text] = [{ type: 'boolean', default: false }, { type: 'string' }];
  const options = { rest: flag, full: flag, help: flag, bail: flag, randomize: flag, seed: text };
  try {
    return parseArgs({ options: { ...options, pattern: { type: 'string', short: 't' } }, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message}\n\n${help}`);
  }
}

/** The exit code of `scripts/moments.js` where no clock can be shifted, which it says. */
const WITHOUT_CLOCK = 3;

/** A whole number for Jest's generator of random numbers. */
const someSeed = () => String(Date.now() % 1_000_000);

/**
 * A full run needs the build, since some tests start it, and the documentation of that build. A partial run needs
 * src/generated/metadata.ts, and the editor’s page if its tests are among them; it tells what other tests need.
 */
async function prepare(isPart, paths) {
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
  if (paths.some((path) => path.startsWith('test/admin'))) await buildAdmin();
  if (isBuilt()) return;
  if ((await runNode([inProject('scripts', 'metadata.js')])).code !== 0)
    throw new Failure('src/generated/metadata.ts could not be made.');
  say(`dist/ is older than src: tests that start the service or read its documentation need ${GENERATE}`);
}

/** Suites whose tests build on each other are run apart when the others are shuffled. */
function jestRuns(runs, { bail, pattern, randomize, seed }) {
  const always = [...(bail ? ['--bail'] : []), ...(pattern === undefined ? [] : [`--testNamePattern=${pattern}`])];
  if (!randomize) return [{ runs, options: always }];
  const shuffled = [...always, '--randomize', `--seed=${seed ?? someSeed()}`];
  return [
    { runs: runs.filter((run) => !isOrdered(run)), options: shuffled },
    { runs: runs.filter(isOrdered), options: always },
  ].filter((one) => one.runs.length > 0);
}

endWithParent();
await main(async () => {
  const start = performance.now();
  const { values, positionals: names } = parseArguments();
  if (values.help) return say(help);
  const command = values.full ? 'full' : values.rest ? 'rest' : 'test';
  const isPart = names.length > 0 || values.pattern !== undefined;
  await prepare(
    isPart,
    runsOf(command, [], names).map(({ path }) => path),
  );
  endWithChildren();

  const needsServers = runsOf(command, [], names).length < runsOf(command, [{}, {}], names).length;
  // npm test uses one; the others find it by its place.
  const servers = needsServers ? await startServers(command === 'test' ? 1 : Infinity) : [];
  const isMissing = needsServers && servers.length === 0;
  const more = {
    TEST_SERVERS: JSON.stringify(servers.map(({ name, url }) => ({ name, url }))),
    TEST_PART: command === 'test' ? 'core' : command,
    ...(values.full && fullAmounts()),
  };
  try {
    const codes = [];
    const runs = runsOf(command, servers, names);
    if (runs.length === 0) throw new Failure(`No suite has ${names.join(' or ')} in its path.`);
    for (const { runs: some, options } of jestRuns(runs, values)) {
      if (values.randomize) say(`Jest is given ${options.join(' ') || 'no options'}.`);
      codes.push(await runGroups(some, options, more));
    }
    if (values.full && !isPart) {
      codes.push(await runProject('attack', { ...fullAmounts(), ATTACK_MINUTES: '2' }));
      codes.push((await runNode([inProject('scripts', 'test-generators.js')])).code);
      const { code } = await runNode([inProject('scripts', 'moments.js')]);
      if (code !== WITHOUT_CLOCK) codes.push(code);
    }
    if (isMissing && process.env.CI === 'true') codes.push(1);
    process.exitCode = codes.find((code) => code !== 0) ?? 0;
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
    if (isMissing) say(NO_SERVER);
    say(`\nDone in ${since(start)}.`);
  }
});
