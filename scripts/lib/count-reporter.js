/**
 * A jest reporter that says how far the run is, and leaves the number of passed and failed tests, and the files that
 * failed, in the file that COUNT_FILE names.
 */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { say, since } from './say.js';

const pauseMilliseconds = 5_000;

const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError !== undefined;

export default class CountReporter {
  start = performance.now();
  said = this.start;

  onTestResult(_test, _result, results) {
    // At a terminal jest shows the same, and more, at the bottom of the screen.
    if (process.stderr.isTTY || performance.now() - this.said < pauseMilliseconds) return;
    this.said = performance.now();
    const done = results.numPassedTestSuites + results.numFailedTestSuites + results.numPendingTestSuites;
    const tests = results.numPassedTests + results.numFailedTests;
    say(`  … ${done} of ${results.numTotalTestSuites} files, ${tests} tests, ${since(this.start)}`);
  }

  onRunComplete(_contexts, results) {
    // A test file that does not even load contains no failed test, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const failedFiles = results.testResults.filter(hasFailed).map(({ testFilePath }) => testFilePath);
    writeFileSync(process.env.COUNT_FILE, JSON.stringify({ passed: results.numPassedTests, failed, failedFiles }));
  }
}
