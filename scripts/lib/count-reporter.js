/**
 * A Jest reporter that prints the progress, and writes the numbers of passed and failed tests of each project and the
 * failed files to COUNT_FILE.
 */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { say, since } from './say.js';

const pauseMilliseconds = 5_000;

const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError !== undefined;

export default class CountReporter {
  start = performance.now();
  said = this.start;
  /** @type {Record<string, import('./jest.js').Count>} */
  projects = {};
  /** @type {import('./jest.js').FailedFile[]} */
  failedFiles = [];

  onTestResult({ context, path }, result, results) {
    const { name } = context.config.displayName;
    const count = (this.projects[name] ??= { passed: 0, failed: 0 });
    count.passed += result.numPassingTests;
    // A test file that cannot be loaded has no failed test, but counts as one failure.
    count.failed += result.numFailingTests || Number(hasFailed(result));
    if (hasFailed(result)) this.failedFiles.push({ project: name, path });

    // On a terminal, Jest itself shows the progress.
    if (process.stderr.isTTY || performance.now() - this.said < pauseMilliseconds) return;
    this.said = performance.now();
    const done = results.numPassedTestSuites + results.numFailedTestSuites + results.numPendingTestSuites;
    const tests = results.numPassedTests + results.numFailedTests;
    say(`  … ${done} of ${results.numTotalTestSuites} files, ${tests} tests, ${since(this.start)}`);
  }

  onRunComplete() {
    writeFileSync(process.env.COUNT_FILE, JSON.stringify({ projects: this.projects, failedFiles: this.failedFiles }));
  }
}
