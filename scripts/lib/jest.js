/** Runs Jest. */
import { availableParallelism } from 'node:os';
import { endWithChildren, runNode } from './child.js';
import { distribute, writeGroups } from './groups.js';
import { prepareBuild } from './prepare.js';
import { inProject, tool } from './project.js';

/**
 * Options of V8: a larger young generation (MiB), so that most objects are dead before a minor garbage collection; and
 * code that is optimized after it has run twelve times as long as usual, since tests run most of it a few times.
 */
const V8 = ['--max-semi-space-size=64', '--interrupt-budget=800000'];

/** More workers than cores, since some suites mostly wait. */
const WORKERS = Math.min(4, availableParallelism() + 2);

/** Runs Jest with some more variables. @returns {Promise<number>} the exit code */
async function jest(args, more = {}) {
  const env = { ...process.env, TEST_DATABASE_URL: 'sqlite:', ...more };
  delete env.DATABASE_URL; // no test may reach a database that somebody uses
  return (await runNode([...V8, tool('jest/bin/jest.js'), ...args], { env })).code;
}

/**
 * Runs suites in groups, each in a process of its own: the SQLite driver keeps the error classes of the first modules
 * that load it, so that a second set of modules in its process would not know them.
 * @param {import('./suites.js').Run[]} runs
 * @param {string[]} options of Jest
 * @param {Record<string, string>} more variables
 */
export function runGroups(runs, options, more) {
  const files = writeGroups(distribute(runs));
  const [workers, restarts] = [`--maxWorkers=${WORKERS}`, '--workerIdleMemoryLimit=0'];
  const args = [
    '--selectProjects',
    'groups',
    `--reporters=${inProject('scripts', 'lib', 'suite-reporter.js')}`,
    `--testSequencer=${inProject('scripts', 'lib', 'group-sequencer.js')}`,
    ...(process.env.CI === 'true' ? ['--ci'] : []),
    ...[workers, restarts],
    ...options,
    '--runTestsByPath',
    ...files,
  ];
  return jest(args, { TEST_SUITES: String(runs.length), ...more });
}

/** Builds, and runs a Jest project whose amounts are variables. @returns {Promise<number>} the exit code */
export async function runProject(project, amounts) {
  await prepareBuild();
  endWithChildren();
  return jest(['--selectProjects', project], amounts);
}
