/** Runs jest and counts. */
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from './child.js';
import { inProject, tool } from './project.js';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed at least 1 where the run as a whole failed
 */

/**
 * @param {string[]} args
 * @param {string} databaseUrl what the tests find as TEST_DATABASE_URL
 * @param {NodeJS.ProcessEnv} [more] variables for the tests
 * @returns {Promise<Outcome>}
 */
export async function jest(args, databaseUrl, more = {}) {
  const countFile = join(tmpdir(), `jest-count-${process.pid}.json`);
  const env = { ...process.env, ...more, TEST_DATABASE_URL: databaseUrl, COUNT_FILE: countFile };
  delete env.DATABASE_URL; // no test may reach a database somebody uses
  const reporters = ['--reporters=default', `--reporters=${inProject('scripts', 'lib', 'count-reporter.js')}`];
  const workers = `--maxWorkers=${Math.min(4, availableParallelism())}`;
  try {
    const { code } = await runNode([tool('jest/bin/jest.js'), workers, ...reporters, ...args], { env });
    const { passed, failed } = counted(countFile);
    return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
  } finally {
    rmSync(countFile, { force: true });
  }
}

/** @returns {Outcome} nothing at all where jest ended before it had run anything */
function counted(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}
