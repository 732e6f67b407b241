import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bareEnvironment } from './support/bare-environment.js';
import { build } from './support/build.js';
import { freePort } from './support/free-port.js';
import { SmallDisk } from './support/small-disk.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { until } from './support/until.js';

let database: TestDatabase;
const services: ChildProcess[] = [];

beforeAll(async () => {
  build();
  database = await createTestDatabase();
});

afterAll(async () => {
  for (const service of services) service.kill('SIGKILL');
  await database.drop();
});

/** The build with its log in a file. */
async function serviceInto(file: string, environment: Record<string, string | undefined> = {}, cwd = process.cwd()) {
  const port = String(await freePort());
  const env = { ...bareEnvironment(), PORT: port, DATABASE_URL: database.url, RATE_LIMIT: 'off', ...environment };
  const stdio = ['ignore', openSync(file, 'a'), 'ignore'] as const;
  const service = spawn(process.execPath, [resolve('dist/src/main.js')], { cwd, env, stdio: [...stdio] });
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) }).then(
      ({ status }) => status,
      () => undefined,
    );
  services.push(service);
  const last = performance.now() + 60_000;
  const isThere = () => service.exitCode === null && performance.now() < last;
  while ((await ask('/health/live')) !== 200 && isThere()) await sleep(50);
  return { service, ask };
}

/** Requests a graceful shutdown. */
async function exitCode(service: ChildProcess): Promise<unknown> {
  const ended = once(service, 'exit').then(([code]) => code as unknown);
  service.kill('SIGTERM');
  const code = await Promise.race([ended, sleep(12_000, 'still there', { ref: false })]);
  service.kill('SIGKILL');
  return code;
}

describe('a log that cannot be written', () => {
  it.each(['1', '2'])('prevents neither responses nor the shutdown (WEB_CONCURRENCY=%s)', async (n) => {
    if (!existsSync('/dev/full')) return;
    const { service, ask } = await serviceInto('/dev/full', { WEB_CONCURRENCY: n });
    for (let requests = 0; requests < 20; requests += 1) {
      expect(await ask('/en/cal/events/v1/tags')).toBe(200);
      await sleep(10);
    }
    expect(await exitCode(service)).toBe(0);
  });

  it('does not prevent the start, which also prints a welcome', async () => {
    if (!existsSync('/dev/full')) return;
    const folder = mkdtempSync(join(tmpdir(), 'calendar-full-log-'));
    const { service, ask } = await serviceInto('/dev/full', { DATABASE_URL: undefined, SAMPLE: 'off' }, folder);
    expect(await ask('/en/cal/events/v1/tags')).toBe(200);
    expect(await exitCode(service)).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('continues with the missing lines once its disk has room again', async () => {
    const disk = await SmallDisk.mount(1);
    if (!disk) return;
    const log = disk.outside('log');
    const { service, ask } = await serviceInto(log);
    disk.fill();
    const paths = Array.from({ length: 200 }, (_, number) => `/en/cal/events/v1/tags/${1_000_000 + number}`);
    for (const path of paths) expect(await ask(path)).toBe(404);
    disk.free();
    // The first start also prints an invitation there, as text.
    const logged = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'));
    await until(() => logged().some((line) => line.includes(paths.at(-1)!)));
    const lines = logged().map((line) => JSON.parse(line) as { path?: string });
    expect(lines.map(({ path }) => path).filter((path) => path?.includes('/tags/'))).toEqual(paths);
    expect(await exitCode(service)).toBe(0);
    await disk.stop();
  });
});
