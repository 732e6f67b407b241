import { once } from 'node:events';
import { type Agent } from 'node:http';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { AccountsService } from '../src/http/auth/accounts.service.js';
import { formatKey, newKey } from '../src/http/auth/keys.js';
import { createDataSource, dataSourceOptions } from '../src/database/data-source.js';
import { openDatabase } from '../src/database/database.module.js';
import { loadSettings } from '../src/lib/config/load-settings.js';
import { schema } from '../src/schema.js';
import { listeningFile, runningPort } from '../src/server/listening.js';
import { build } from './support/build.js';
import { Service } from './support/service.js';
import { createEmptyDatabase, type TestDatabase } from './support/test-database.js';
import { until } from './support/until.js';

const key = formatKey(newKey());
let database: TestDatabase;

const run = (environment: Record<string, string> = {}) =>
  Service.run({ DATABASE_URL: database.url, WEB_CONCURRENCY: '2', ADMIN_KEY: key, ...environment });

const isGone = (pid: number) => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

beforeAll(async () => {
  build();
  database = await createEmptyDatabase();
});

afterAll(() => database.drop());

describe('WEB_CONCURRENCY=2', () => {
  let service: Service;
  let connections: Agent[];

  beforeAll(async () => {
    service = run();
    connections = await service.connections(...(await service.workers(2)).keys());
  });

  afterAll(async () => {
    service.kill('SIGKILL');
    await service.end;
  });

  /** Creates a key beside the service, like `npm run keys`. */
  async function anAuthor(): Promise<string> {
    const source = createDataSource(await dataSourceOptions(schema, database.url));
    await source.initialize();
    try {
      const database = openDatabase(source, source, { timeout: 10_000, pool: 1 });
      const accounts = new AccountsService(database, loadSettings({}));
      return (await accounts.createKey({ name: 'an author', role: 'author' })).text;
    } finally {
      await source.destroy();
    }
  }

  const tally = (values: unknown[], wanted: unknown) => values.filter((value) => value === wanted).length;

  it('serves one port with two processes', async () => {
    const [first, second] = await Promise.all(connections.map((agent) => service.ask('/tags', { agent })));
    expect([first!.status, second!.status]).toEqual([200, 200]);
    expect(first!.worker).not.toBe(second!.worker);
  });

  it('shows a write at once in the process that wrote it, and in the other within a second', async () => {
    const [writer, reader] = connections;
    const total = async (agent: Agent) =>
      (await service.ask('/tags?hide_empty=false&search=shown', { agent })).body.total;
    for (let count = 1; count <= 5; count += 1) {
      const name = `shown ${count}`;
      await total(reader!);
      expect((await service.ask('/tags', { method: 'POST', key, body: { name }, agent: writer! })).status).toBe(201);
      expect(await total(writer!)).toBe(count);
      await sleep(1000);
      expect(await total(reader!)).toBe(count);
    }
  });

  it('counts requests of all workers', async () => {
    const remaining = async (agent: Agent) => {
      const { headers } = await service.ask('/tags?search=x', { agent });
      return Number(/r=(\d+)/.exec(String(headers['ratelimit']))![1]);
    };
    const before = await remaining(connections[0]!);
    for (const agent of [...connections, ...connections, ...connections]) await remaining(agent);
    for (const [index, agent] of connections.entries()) {
      expect(await remaining(agent)).toBe(before - 7 - index);
    }
  });

  it('allows the number of a limit for all workers together', async () => {
    // With its own account, since others could not write for the rest of the minute.
    const author = await anAuthor();
    const statuses: number[] = [];
    const write = async (agent: Agent) => {
      for (let count = 0; count < 650; count += 1)
        statuses.push((await service.ask('/venues/999999', { method: 'DELETE', key: author, agent })).status);
    };
    await Promise.all(connections.map(write));
    const passed = tally(statuses, 404);
    expect(passed + tally(statuses, 429)).toBe(1300);
    expect(passed).toBe(1200);
  });

  it('counts password attempts of all workers, also concurrent ones', async () => {
    const body = { title: 'Guarded', start_date: '2027-06-21', end_date: '2027-06-21', password: 'open' };
    const event = await service.ask('/events', { method: 'POST', key, body });
    const path = `/events/${String(event.body['id'])}?password=`;
    const tries = Array.from({ length: 30 }, () => service.ask(`${path}wrong`));
    const replies = await Promise.all(tries);
    expect(new Set(replies.map(({ worker }) => worker)).size).toBe(2);
    const statuses = replies.map(({ status }) => status);
    expect([tally(statuses, 403), tally(statuses, 429)]).toEqual([20, 10]);
    expect((await service.ask(`${path}open`)).status).toBe(429);
  });

  it('counts wrong sign-ins of all workers, also concurrent ones', async () => {
    const body = { email: 'somebody@town.example', password: 'a wrong password' };
    // Tries in progress count, so that each part of them is answered before the next one.
    const statuses: number[] = [];
    const workers = new Set<number | undefined>();
    for (let part = 0; part < 8; part += 1) {
      const tries = connections.map((agent) => service.ask('/sign-in', { method: 'POST', body, agent }));
      for (const { status, worker } of await Promise.all(tries)) {
        statuses.push(status);
        workers.add(worker);
      }
    }
    expect(workers.size).toBe(2);
    expect([tally(statuses, 401), tally(statuses, 429)]).toEqual([10, 6]);
  });

  it('executes a write with an idempotency key once, also if it is sent twice at once', async () => {
    const write = (agent: Agent) =>
      service.ask('/events', {
        method: 'POST',
        key,
        idempotencyKey: 'same',
        body: { title: 'Once', start_date: '2027-06-21', end_date: '2027-06-21' },
        agent,
      });
    const atOnce = await Promise.all(connections.map(write));
    // The second request may find that the first one is still in progress.
    for (const { status } of atOnce) expect([201, 409]).toContain(status);
    const later = await Promise.all(connections.map(write));
    expect(later.map(({ status }) => status)).toEqual([201, 201]);
    expect(later[0]!.body['id']).toBe(later[1]!.body['id']);
    expect((await service.ask('/events?search=once&from=2027-01-01')).body['total']).toBe(1);
  });

  it('stores every concurrent write', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `at once ${index}`);
    const write = (name: string, index: number) =>
      service.ask('/tags', { method: 'POST', key, body: { name }, agent: connections[index % 2]! });
    const replies = await Promise.all(names.map(write));
    expect(replies.map(({ status }) => status)).toEqual(names.map(() => 201));
  });

  it('makes every concurrent change of one record, or returns a conflict', async () => {
    const body = { title: 'Changed', start_date: '2027-06-21', end_date: '2027-06-21' };
    const path = `/events/${String((await service.ask('/events', { method: 'POST', key, body })).body['id'])}`;
    const change = (_: unknown, index: number) =>
      service.ask(path, { method: 'PATCH', key, body: { title: `Title ${index}` } });
    const replies = await Promise.all(Array.from({ length: 36 }, change));
    expect(new Set(replies.map(({ worker }) => worker)).size).toBe(2);
    const changed = replies.filter(({ status }) => status === 200);
    expect(changed.length).toBeGreaterThan(0);
    for (const { status, body: refused, headers } of replies.filter((reply) => !changed.includes(reply)))
      expect([status, refused['code'], headers['retry-after']]).toEqual([409, 'rest_conflict', '1']);
    const revisions = changed.map(({ headers }) => Number(/^"(\d+)-/.exec(String(headers.etag))![1]));
    expect(revisions.toSorted((one, other) => one - other)).toEqual(changed.map((_, index) => index + 2));
  });

  it('replaces a worker that has died', async () => {
    const [[worker, pid] = [0, 0]] = await service.workers(2);
    process.kill(pid, 'SIGKILL');
    await until(() => service.log.some((line) => line.msg.startsWith('A worker has died') && line.worker === worker));
    const workers = await service.workers(2);
    expect(workers.has(worker)).toBe(false);
    const replies = await Promise.all(Array.from({ length: 20 }, () => service.ask('/tags')));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map((reply) => reply.worker))).toEqual(new Set(workers.keys()));
    connections = await service.connections(...workers.keys());
  });
});

describe('the workers', () => {
  it('make a new database once', async () => {
    const fresh = await createEmptyDatabase();
    const service = run({ DATABASE_URL: fresh.url });
    await service.workers(2);
    service.kill('SIGKILL');
    await service.end;
    await fresh.drop();
    expect(service.log.filter(({ msg }) => msg.startsWith('Made a new database with '))).toHaveLength(1);
  });

  it('complete requests in progress at a shutdown, and exit with 0', async () => {
    const service = run();
    const workers = await service.workers(2);
    // Commands read the port of the service until it ends.
    expect(await runningPort({ databaseUrl: database.url })).toBe(service.port);
    const body = JSON.stringify({ name: 'Under way' });
    const socket = connect(service.port, '127.0.0.1');
    const head = [
      ...['POST /en/cal/events/v1/tags HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`],
      ...['Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 100-continue'],
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // It has arrived, at either worker.
    const [arrived] = (await once(socket, 'data')) as [Buffer];
    expect(String(arrived)).toMatch(/^HTTP\/1.1 100 /);
    socket.write(body.slice(0, 5));
    service.kill('SIGTERM');
    await until(() => service.log.filter(({ msg }) => msg.startsWith('SIGTERM')).length === 3);
    socket.write(body.slice(5));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 201 /);
    expect(await service.end).toBe(0);
    expect([...workers.values()].filter((pid) => !isGone(pid))).toEqual([]);
    expect(existsSync(listeningFile({ databaseUrl: database.url }))).toBe(false);
  });
});

describe('an invalid ADMIN_KEY', () => {
  it('is reported before anything is done', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-typo-'));
    const file = join(folder, 'calendar.sqlite');
    const typo = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    const service = run({ ADMIN_KEY: typo, DATABASE_URL: `sqlite:${file}`, WEB_CONCURRENCY: '1' });
    expect(await service.end).toBe(1);
    expect(service.stderr).toMatch(/^ADMIN_KEY must be a whole key .+typing error\.\n$/);
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('the primary', () => {
  it('ends its workers when it dies', async () => {
    const service = run();
    const pids = [...(await service.workers(2)).values()];
    service.kill('SIGKILL');
    expect(await service.end).toBe('SIGKILL');
    await until(() => pids.every(isGone));
  });

  it('reports a failed start like a single process, once, and exits', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const service = run({ PORT: String(port) });
    expect(await service.end).toBe(1);
    expect(service.stderr).toMatch(/^HOST and PORT must name .+ EADDRINUSE.+\n$/);
    taken.close();
  });
});
