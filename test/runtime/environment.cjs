/** Jest's environment of the tests: the globals of the process itself, put back after each file. See runtime.cjs. */
const process = require('node:process');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { console } = globalThis;
const { exit } = process;

// Jest asks for a hundred frames, and maps each to its source: every error of the service and every `expect` of supertest pays.
Error.stackTraceLimit = 20;

/** What jest-circus and `jest.setTimeout` leave in the globals; each file begins without. */
const LEFT = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES', 'RETRY_TIMES_SETTER'];

function forgetLastFile() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (LEFT.includes(symbol.description)) delete globalThis[symbol];
}

/** Node's own streams and timers are to go on while those of a test stand still: they are reached from `process` and modules. */
function globalsToFake() {
  const ownProcess = Object.create(process);
  return new Proxy(globalThis, { get: (target, name) => (name === 'process' ? ownProcess : target[name]) });
}

module.exports = class SharedEnvironment {
  global = globalThis;
  /** The legacy ones, which nobody uses. */
  fakeTimers = null;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalsToFake() });
    this.variables = { ...process.env };
    const { databaseUrl } = projectConfig.testEnvironmentOptions;
    if (databaseUrl) process.env.TEST_DATABASE_URL = databaseUrl;
    forgetLastFile();
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none: runtime.cjs compiles for the process itself. */
  getVmContext() {
    return null;
  }
};
