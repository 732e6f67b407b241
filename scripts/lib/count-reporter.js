/** A jest reporter that leaves the number of passed and failed tests in the file that COUNT_FILE names. */
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  /**
   * @param {unknown} _contexts
   * @param {import('jest').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    // A test file that does not even load contains no failed test, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    writeFileSync(process.env.COUNT_FILE, JSON.stringify({ passed: results.numPassedTests, failed }));
  }
}
