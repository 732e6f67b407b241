/** Runs jest and counts. */
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runNode } from './child.js';
import { inProject, root, tool } from './project.js';
import { say } from './say.js';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed at least 1 where the run as a whole failed
 * @property {string[]} failedFiles paths of the test files with a failed test
 */

/**
 * @param {string[]} args
 * @param {string} databaseUrl what the tests find as TEST_DATABASE_URL
 * @param {NodeJS.ProcessEnv} [more] variables for the tests
 * @param {number} [workers] how many files run at the same time
 * @returns {Promise<Outcome>}
 */
export async function jest(args, databaseUrl, more = {}, workers = Math.min(4, availableParallelism())) {
  const countFile = join(tmpdir(), `jest-count-${process.pid}.json`);
  const env = { ...process.env, ...more, TEST_DATABASE_URL: databaseUrl, COUNT_FILE: countFile };
  delete env.DATABASE_URL; // no test may reach a database somebody uses
  const reporters = ['--reporters=default', `--reporters=${inProject('scripts', 'lib', 'count-reporter.js')}`];
  try {
    const { code } = await runNode([tool('jest/bin/jest.js'), `--maxWorkers=${workers}`, ...reporters, ...args], {
      env,
    });
    const { passed, failed, failedFiles } = counted(countFile);
    return { passed, failed: code === 0 ? failed : Math.max(1, failed), failedFiles };
  } finally {
    rmSync(countFile, { force: true });
  }
}

/** With more files than these, it is not the machine that was in the way. */
const mostAgain = 3;

/**
 * As `jest`. Where a few files failed, they are run once more, one at a time: a test of time limits may lose a race
 * against the other tests on the same machine. What passes only then is named, for it wants to be looked at.
 * @param {string[]} projects
 * @returns {Promise<Outcome & { onlyAlone: string[] }>} `onlyAlone`: paths of the files that passed the second time
 */
export async function jestAgain(projects, args, databaseUrl, more = {}) {
  const select = ['--selectProjects', ...projects];
  const first = await jest([...select, ...args], databaseUrl, more);
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > mostAgain) return { ...first, onlyAlone: [] };
  say(`\nOnce more, one at a time: ${failedFiles.map(inWords).join(', ')}`);
  const second = await jest([...select, '--runTestsByPath', ...failedFiles], databaseUrl, more, 1);
  const ran = second.passed + second.failedFiles.length > 0;
  const onlyAlone = !ran ? [] : failedFiles.filter((file) => !second.failedFiles.includes(file)).map(inWords);
  return { ...second, passed: first.passed + Math.max(0, first.failed - second.failed), onlyAlone };
}

const inWords = (path) => relative(root, path);

/** @returns {Outcome} nothing at all where jest ended before it had run anything */
function counted(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, failedFiles: [] };
  }
}
