/** Runs Jest. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithChildren, runNode } from './child.js';
import { prepareBuild } from './prepare.js';
import { tool } from './project.js';

/** A larger young generation (MiB), so that most objects are dead before a minor garbage collection. */
const NEW_SPACE = '--max-semi-space-size=64';

/** More workers than cores, since some test files mostly wait. */
const WORKERS = Math.min(4, availableParallelism() + 2);

/** A worker that uses more is replaced after its test file: Jest keeps what earlier files have loaded, which slows collections down. */
const WORKER_MEMORY = '1GB';

/** Runs Jest with some more variables; returns the exit code, and the paths of the test files that failed. */
export async function jest(args, more = {}, workers = WORKERS) {
  const resultFile = join(tmpdir(), `jest-${process.pid}.json`);
  const env = { ...process.env, TEST_DATABASE_URL: 'sqlite:', ...more };
  delete env.DATABASE_URL; // no test may reach a database somebody uses
  const output = [
    `--maxWorkers=${workers}`,
    `--workerIdleMemoryLimit=${WORKER_MEMORY}`,
    '--json',
    `--outputFile=${resultFile}`,
  ];
  try {
    const { code } = await runNode([NEW_SPACE, tool('jest/bin/jest.js'), ...output, ...args], { env });
    const results = existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')).testResults : [];
    const failed = results.filter(({ status }) => status === 'failed').map(({ name }) => name);
    return { code, failedFiles: [...new Set(failed)] };
  } finally {
    rmSync(resultFile, { force: true });
  }
}

/** Builds, and runs a Jest project whose amounts are variables; its exit code becomes that of this process. */
export async function runSuite(project, amounts) {
  await prepareBuild();
  endWithChildren();
  ({ code: process.exitCode } = await jest(['--selectProjects', project], amounts));
}
