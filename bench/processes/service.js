/** Starts the built service. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, end } from '../../scripts/lib/child.js';
import { Failure } from '../../scripts/lib/failure.js';
import { freePort } from '../../scripts/lib/ports.js';
import { inProject } from '../../scripts/lib/project.js';
import { ROOT } from '../load/requests.js';
import { ask } from './ask.js';
import { built, environment, workFolder } from './environment.js';

/** What every service runs with, unless its own settings say otherwise. One public address: all send the same bytes. */
const COMMON = { LOG_LEVEL: 'warn', RATE_LIMIT: 'off', SITE_URL: 'http://localhost:3000' };

const PATIENCE = 30_000;

/**
 * @typedef {object} Subject a process that answers requests
 * @property {number} pid
 * @property {number} port
 * @property {string} root address below which it has its routes
 * @property {() => Promise<void>} stop
 */

/** As `npm start` runs it. */
const { start: START } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')).scripts;
const NODE_FLAGS = START.match(/--\S+/g);
const NODE_ENVIRONMENT = Object.fromEntries(
  [...START.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

/**
 * @typedef {Subject & { readyMilliseconds: number, process: import('node:child_process').ChildProcess }} Service
 */

/**
 * @param {string} databaseUrl
 * @param {Record<string, string>} settings
 * @param {string[]} [nodeArguments]
 * @returns {Promise<Service>} once it is ready
 */
export async function startService(databaseUrl, settings, nodeArguments = []) {
  const port = await freePort();
  const start = performance.now();
  const log = openLog();
  const child = spawn(process.execPath, [...NODE_FLAGS, ...nodeArguments, built('main.js')], {
    cwd: workFolder(),
    env: environment({ ...NODE_ENVIRONMENT, ...COMMON, DATABASE_URL: databaseUrl, PORT: String(port), ...settings }),
    stdio: ['ignore', log, 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  closeSync(log);
  adopt(child);
  await ready(`http://127.0.0.1:${port}/health/ready`, child, start);
  const readyMilliseconds = performance.now() - start;
  return { ...subjectOf(child, port), readyMilliseconds, process: child };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} port
 * @returns {Subject}
 */
export const subjectOf = (child, port) => ({
  ...{ pid: child.pid, port, root: `http://127.0.0.1:${port}${ROOT}` },
  stop: () => end(child),
});

/** A file without a name: what a log costs is part of the picture, what reads or keeps it is not. */
function openLog() {
  const file = join(workFolder(), `service-${randomUUID()}.log`);
  const log = openSync(file, 'wx');
  unlinkSync(file);
  return log;
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} start
 */
async function ready(url, child, start) {
  while (performance.now() - start < PATIENCE) {
    if (child.exitCode !== null) throw new Failure(`The service ended with code ${child.exitCode}.`);
    const status = await ask(url).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return;
    await sleep(10);
  }
  throw new Failure(`The service was not ready in ${PATIENCE / 1000} s.`);
}
