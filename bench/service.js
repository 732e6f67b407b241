/** Runs a build of the service, its commands, and the bare Nest handler. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, end } from '../scripts/lib/child.js';
import { freePort } from '../scripts/lib/database-server.js';
import { inProject } from '../scripts/lib/project.js';
import { Failure } from '../scripts/lib/report.js';

export const ROOT = '/en/cal/events/v1';

const PATIENCE = 30_000;
const SETTINGS = { LOG_LEVEL: 'warn', RATE_LIMIT: 'off', SITE_URL: 'http://localhost:3000' };
const NODE_FLAGS = ['--max-old-space-size=512'];

/**
 * @typedef {object} Subject a process that answers requests
 * @property {number} pid
 * @property {number} port
 * @property {string} root
 * @property {number} readySeconds
 * @property {() => Promise<void>} stop
 */

/** @returns {string} a folder without a .env file */
export function workFolder() {
  const folder = inProject('.cache', 'bench');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function environment(settings) {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_ENV: 'production', ...settings };
}

/**
 * @param {import('./options.js').Build} build
 * @param {string} databaseUrl
 * @param {Record<string, string>} settings
 * @returns {Promise<Subject>}
 */
export async function startService(build, databaseUrl, settings) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, join(build.folder, 'dist', 'src', 'main.js')], {
    cwd: workFolder(),
    env: environment({ ...SETTINGS, DATABASE_URL: databaseUrl, PORT: String(port), ...settings }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  adopt(child);
  await untilReady(`http://127.0.0.1:${port}/health/ready`, child);
  return subject(child, port, (performance.now() - start) / 1000);
}

/**
 * A Nest application with one handler that sends these bytes.
 * @param {string} body
 * @returns {Promise<Subject>}
 */
export async function startNest(body) {
  const child = spawn(process.execPath, [inProject('bench', 'nest-handler.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  adopt(child);
  child.stdin.end(body);
  const [port] = await once(child.stdout, 'data');
  return subject(child, Number(port), 0);
}

const subject = (child, port, readySeconds) => ({
  ...{ pid: child.pid, port, readySeconds, root: `http://127.0.0.1:${port}${ROOT}` },
  stop: () => end(child),
});

async function untilReady(url, child) {
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Failure(`The service ended with code ${child.exitCode}.`);
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(10);
  }
  throw new Failure(`The service was not ready in ${PATIENCE / 1000} s.`);
}

/** `seed` is in tools/. Older builds, which `--other` may name, have their commands in src/cli. */
function commandFile({ folder }, name) {
  const places = [
    ['tools', name, 'command.js'],
    ['src', 'commands', 'cli', `${name}.js`],
    ['src', 'cli', `${name}.js`],
  ];
  return places.map((place) => join(folder, 'dist', ...place)).find(existsSync);
}

/**
 * @param {import('./options.js').Build} build
 * @param {string} name a command of the service, or `seed`
 * @param {string[]} args
 * @param {string} databaseUrl
 * @returns {Promise<string>} its standard output
 */
export async function runCommand(build, name, args, databaseUrl) {
  const child = spawn(process.execPath, [commandFile(build, name), ...args], {
    cwd: workFolder(),
    env: environment({ DATABASE_URL: databaseUrl }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  adopt(child);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Failure(`The command ${name} failed:\n${errors}`);
  return output.trim();
}

/** Makes an editor's key. */
export const makeKey = (build, databaseUrl) =>
  runCommand(build, 'keys', ['create', '--role', 'editor', '--name', 'bench', '--expires', '6h'], databaseUrl);
