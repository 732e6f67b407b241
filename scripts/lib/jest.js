/** Runs Jest and reads the results. */
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runNode } from './child.js';
import { inProject, root, tool } from './project.js';
import { say } from './say.js';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ project: string, path: string }} FailedFile */
/**
 * @typedef {object} Outcome
 * @property {Record<string, Count>} projects
 * @property {number} failed failed tests of all projects; at least 1 if Jest failed
 * @property {FailedFile[]} failedFiles
 */

/** A larger young generation (MiB), so that most objects are dead before a minor garbage collection. */
const NEW_SPACE = '--max-semi-space-size=64';

/** More workers than cores, since some test files mostly wait. */
const manyWorkers = () => Math.min(4, availableParallelism() + 2);

/**
 * @param {string[]} args
 * @param {string} databaseUrl the value of TEST_DATABASE_URL
 * @param {NodeJS.ProcessEnv} [more] variables for the tests
 * @param {number} [workers] number of files that run at the same time
 * @returns {Promise<Outcome>}
 */
export async function jest(args, databaseUrl, more = {}, workers = manyWorkers()) {
  const countFile = join(tmpdir(), `jest-count-${process.pid}.json`);
  const env = { ...process.env, ...more, TEST_DATABASE_URL: databaseUrl, COUNT_FILE: countFile };
  delete env.DATABASE_URL; // no test may reach a database somebody uses
  const reporters = ['--reporters=default', `--reporters=${inProject('scripts', 'lib', 'count-reporter.js')}`];
  try {
    const start = [NEW_SPACE, tool('jest/bin/jest.js')];
    const { code } = await runNode([...start, `--maxWorkers=${workers}`, ...reporters, ...args], { env });
    const { projects, failedFiles } = counted(countFile);
    const failed = Object.values(projects).reduce((sum, project) => sum + project.failed, 0);
    return { projects, failed: code === 0 ? failed : Math.max(1, failed), failedFiles };
  } finally {
    rmSync(countFile, { force: true });
  }
}

/** If more files failed, the cause is not a busy machine, and nothing is repeated. */
const mostAgain = 3;

/**
 * Like `jest`, but repeats a few failed files once, one at a time: tests of time limits may fail while others use the
 * processor.
 * @returns {Promise<Outcome & { onlyAlone: string[] }>} `onlyAlone`: the files that passed only when repeated (flaky)
 */
export async function jestAgain(args, databaseUrl, more = {}) {
  const first = await jest(args, databaseUrl, more);
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > mostAgain) return { ...first, onlyAlone: [] };
  say(`\nOnce more, one at a time: ${failedFiles.map(inWords).join(', ')}`);
  const select = ['--selectProjects', ...new Set(failedFiles.map(({ project }) => project))];
  const paths = failedFiles.map(({ path }) => path);
  const second = await jest([...select, '--runTestsByPath', ...paths], databaseUrl, more, 1);
  const projects = { ...first.projects };
  for (const [name, { failed }] of Object.entries(second.projects)) {
    const before = first.projects[name];
    projects[name] = { passed: before.passed + Math.max(0, before.failed - failed), failed };
  }
  const again = new Set(second.failedFiles.map(inWords));
  const ran = Object.keys(second.projects).length > 0;
  const onlyAlone = ran ? failedFiles.map(inWords).filter((file) => !again.has(file)) : [];
  return { ...second, projects, onlyAlone };
}

/** @param {FailedFile} file */
const inWords = ({ project, path }) => `${relative(root, path)} (${project})`;

/** @returns {Pick<Outcome, 'projects' | 'failedFiles'>} empty if Jest ended before it ran a test */
function counted(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { projects: {}, failedFiles: [] };
  }
}
