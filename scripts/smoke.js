/**
 * `node scripts/smoke.js [folder]`: smoke test of the build in a folder (by default this project). Starts it with an
 * empty database, as one process and as two, requests both languages, and stops it gracefully. Then runs its commands.
 */
import './lib/node-version.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { adopt, endWithChildren, runNode } from './lib/child.js';
import { Failure, main } from './lib/failure.js';
import { freePort } from './lib/ports.js';
import { inProject, root } from './lib/project.js';
import { say, since } from './lib/say.js';

const paths = ['/health/ready', '/en/cal/events/v1', '/fr/cal/events/v1'];
const patienceMilliseconds = 60_000;

async function readiness(url, service) {
  const start = performance.now();
  while (performance.now() - start < patienceMilliseconds) {
    if (service.exitCode !== null) throw new Failure(`The service ended with code ${service.exitCode}.`);
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return say(`Ready after ${since(start)}.`);
    await sleep(100);
  }
  throw new Failure('The service was not ready within a minute.');
}

async function ask(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  say(`${response.status} ${url}`);
  if (!response.ok) throw new Failure(await response.text());
  await response.json();
}

async function trial(settings) {
  const PORT = String(await freePort());
  const cwd = resolve(process.argv[2] ?? root);
  const env = { ...process.env, NODE_ENV: 'production', PORT, ...settings };
  const service = spawn(process.execPath, ['dist/src/main.js'], { cwd, env, stdio: 'inherit' });
  adopt(service);
  const [ready, ...others] = paths.map((path) => `http://127.0.0.1:${PORT}${path}`);
  await readiness(ready, service);
  for (const url of others) await ask(url);
  service.kill('SIGTERM');
  const [code, signal] = await once(service, 'exit');
  if (code !== 0) throw new Failure(`It did not stop in order: ${code ?? signal}.`);
  say('Stopped in order.');
}

/** The commands that need a calendar, each on an empty one. */
const COMMANDS = {
  keys: ['list'],
  sample: [],
  seed: ['--events', '10'],
  import: [inProject('test', 'data', 'toulouse-tech-hub.ics'), '--language', 'fr'],
};

/** @param {string} data folder for the calendars */
async function runCommands(data) {
  const folder = resolve(process.argv[2] ?? root);
  for (const [name, args] of Object.entries(COMMANDS)) {
    const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: `sqlite:${join(data, `${name}.sqlite`)}` };
    const path = name === 'seed' ? ['tools', 'seed', 'command.js'] : ['src', 'cli', `${name}.js`];
    const file = join(folder, 'dist', ...path);
    const { code, output } = await runNode([file, ...args], { env, capture: true });
    if (code !== 0) throw new Failure(`The command "${name}" ended with code ${code}:\n${output}`);
    say(`The command "${name}" does its work.`);
  }
}

await main(async () => {
  endWithChildren();
  const data = mkdtempSync(join(tmpdir(), 'calendar-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  for (const WEB_CONCURRENCY of ['1', '2']) {
    await trial({ WEB_CONCURRENCY, DATABASE_URL: `sqlite:${join(data, `${WEB_CONCURRENCY}.sqlite`)}` });
  }
  await runCommands(data);
});
