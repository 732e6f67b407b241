/** Jest's reporter of groups: a line for each suite as it ends, the failed tests as they fail, and the totals of tests in Jest's words. */
import { performance } from 'node:perf_hooks';
import { say } from './report.js';

/** A failure without the lines of its stack that are not of this project. */
const shortened = (message) =>
  message
    .split('\n')
    .filter((line) => !/^ +at .*(?:node_modules|node:|new Promise)/.test(line))
    .join('\n');

const seconds = (start) => `${Math.round((performance.now() - start) / 1000)} s`;

/** What is known of the suite that a group is running. */
class RunningSuite {
  start = performance.now();
  counts = { passed: 0, failed: 0 };

  constructor(title) {
    this.title = title;
  }
}

export default class SuiteReporter {
  #start = performance.now();
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #suites = { done: 0, all: Number(process.env.TEST_SUITES) };
  /** By the file of their group. @type {Map<string, RunningSuite>} */
  #running = new Map();
  /** The titles of suites that have ended. */
  #ended = new Set();
  /** @type {string[]} */
  #failures = [];
  #hasError = false;

  onTestCaseStart({ path }, { ancestorTitles: [title] }) {
    if (this.#running.get(path)?.title === title) return;
    this.#end(path);
    this.#running.set(path, new RunningSuite(title));
  }

  onTestCaseResult({ path }, { status, fullName, duration, failureMessages }) {
    if (!['passed', 'failed'].includes(status)) return;
    this.#counts[status] += 1;
    this.#running.get(path).counts[status] += 1;
    if (status !== 'failed') return;
    this.#failures.push(fullName);
    say(`FAIL ${fullName} (${duration ?? 0} ms)\n${failureMessages.map(shortened).join('\n')}\n`);
  }

  onTestResult({ path }, { failureMessage, testExecError, testResults, numPendingTests }) {
    this.#end(path);
    this.#counts.skipped += numPendingTests;
    // Suites of which every test is skipped start none.
    const titles = new Set(testResults.map(({ ancestorTitles: [title] }) => title));
    this.#suites.done += [...titles].filter((title) => !this.#ended.has(title)).length;
    if (!testExecError) return;
    say(`\n${failureMessage}`);
    this.#failures.push(path);
  }

  onRunComplete(_contexts, { wasInterrupted, numRuntimeErrorTestSuites }) {
    const { passed, failed, skipped } = this.#counts;
    this.#hasError = failed > 0 || numRuntimeErrorTestSuites > 0 || wasInterrupted || this.#suites.done === 0;
    if (this.#failures.length > 0) say(`\nFailed:\n${this.#failures.map((name) => `  ${name}`).join('\n')}`);
    const total = passed + failed + skipped;
    say(`\nSuites:      ${this.#suites.done} of ${this.#suites.all}`);
    say(`Tests:       ${failed} failed, ${skipped} skipped, ${passed} passed, ${total} total`);
    say(`Time:        ${seconds(this.#start)}`);
  }

  getLastError() {
    return this.#hasError ? new Error('Tests have failed.') : undefined;
  }

  /** Reports the suite that a group has run last. */
  #end(path) {
    const suite = this.#running.get(path);
    if (suite === undefined) return;
    this.#running.delete(path);
    this.#ended.add(suite.title);
    this.#suites.done += 1;
    const { done, all } = this.#suites;
    const { passed, failed } = this.#counts;
    say(
      `${suite.counts.failed === 0 ? 'PASS' : 'FAIL'} ${suite.title} (${seconds(suite.start)})` +
        ` · ${done} of ${all} suites, ${passed} passed, ${failed} failed, ${seconds(this.#start)}`,
    );
  }
}
