import { setTimeout as sleep } from 'node:timers/promises';
import { formatKey, newKey } from '../src/http/auth/keys.js';
import { build } from './support/build.js';
import { startCollector } from './support/collector.js';
import { runCommand } from './support/programs.js';
import { isSignedWith, Receiver } from './support/receiver.js';
import { Service } from './support/service.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { type Environment } from './support/test-calendar.js';
import { until } from './support/until.js';
import { processTime } from './support/process-time.js';

const key = formatKey(newKey());
let database: TestDatabase;
let receiver: Receiver;
const running = new Set<Service>();

beforeAll(async () => {
  build();
  database = await createTestDatabase();
  receiver = await Receiver.start();
});

afterAll(async () => {
  await receiver.close();
  await database.drop();
});

afterEach(async () => {
  for (const service of running) service.kill('SIGKILL');
  await Promise.all([...running].map(({ end }) => end));
  running.clear();
  receiver.acceptAll();
  receiver.received.length = 0;
});

const environment = () => ({
  ...{ DATABASE_URL: database.url, ADMIN_KEY: key, RATE_LIMIT: 'off', WEBHOOK_ALLOW: '127.0.0.1' },
});

async function start(more: Environment = {}): Promise<Service> {
  const service = Service.run({ ...environment(), ...more });
  running.add(service);
  await service.listening();
  return service;
}

async function aWebhook(service: Service, url = receiver.url): Promise<{ id: number; secret: string }> {
  const { status, body } = await service.ask('/webhooks', { method: 'POST', key, body: { url, events: '*' } });
  expect(status).toBe(201);
  return body as { id: number; secret: string };
}

async function aTag(service: Service, name: string): Promise<number> {
  const { status, body } = await service.ask('/tags', { method: 'POST', key, body: { name } });
  expect(status).toBe(201);
  return body['id'] as number;
}

const remove = (service: Service, id: number) => service.ask(`/webhooks/${id}`, { method: 'DELETE', key });

/** `npm run webhooks -- …` */
async function command(...args: string[]) {
  const { status: code, stdout, stderr } = await runCommand('webhooks', args, { folder: '.', env: environment() });
  // Each command names the setting that it uses, which may differ from that of the service.
  const named = stderr.replace(/^Addresses in messages begin with SITE_URL: https?:\S+\n?/, '');
  if (code === 0 && !args.includes('--help')) expect(named).not.toBe(stderr);
  return { stdout, stderr: named, code };
}

describe('several instances', () => {
  it('send each message once, and know at once of webhooks that another one has created', async () => {
    const [one, other] = [await start(), await start()];
    const { id } = await aWebhook(one);
    const tags: number[] = [];
    for (let number = 0; number < 40; number += 1) tags.push(await aTag(number % 2 ? one : other, `Shared ${number}`));
    await until(() => receiver.received.length >= tags.length);
    await sleep(1500);
    expect(receiver.summaries.sort()).toEqual(tags.map((tag) => `tag.published ${tag}`).sort());
    await remove(other, id);
    await aTag(one, 'Not told of');
    await sleep(800);
    expect(receiver.received).toHaveLength(tags.length);
  });

  it('lose nothing when one is killed between a write and its delivery, or during a delivery', async () => {
    let service = await start();
    const { id } = await aWebhook(service);
    const tags: number[] = [];
    receiver.respond = () => undefined;
    for (let number = 0; number < 15; number += 1) tags.push(await aTag(service, `Kept ${number}`));
    // Ten deliveries are in progress by now, and the others wait.
    await until(() => receiver.received.length > 0);
    service.kill('SIGKILL');
    await service.end;
    running.delete(service);
    const begun = receiver.received.splice(0);
    receiver.acceptAll();
    service = await start();
    await until(() => new Set(receiver.summaries).size >= tags.length, 90_000);
    expect([...new Set(receiver.summaries)].sort()).toEqual(tags.map((tag) => `tag.published ${tag}`).sort());
    // A repeated message has the same id.
    const ids = new Map(receiver.received.map(({ id: message, data }) => [data.id, message]));
    for (const { id: message, data } of begun) expect(ids.get(data.id)).toBe(message);
    await remove(service, id);
  });

  it('hand over deliveries in progress when one shuts down', async () => {
    const service = await start();
    const { id } = await aWebhook(service);
    receiver.respond = () => undefined;
    const tag = await aTag(service, 'Handed over');
    await until(() => receiver.received.length > 0);
    service.kill('SIGTERM');
    expect(await service.end).toBe(0);
    running.delete(service);
    receiver.received.length = 0;
    receiver.acceptAll();
    const next = await start();
    const begin = processTime();
    expect((await receiver.take(1))[0]!.data.id).toBe(tag);
    // It does not need to wait for the lease to expire.
    expect(processTime() - begin).toBeLessThan(10_000);
    await remove(next, id);
  });
});

describe('npm run webhooks', () => {
  it('adds, lists, tests, rotates, changes and removes', async () => {
    const dry = await command('add', receiver.url, '--dry-run');
    expect(dry).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^Would add webhook \d+ to http/) });
    expect((await command('list')).stdout.trim().split('\n')).toHaveLength(1);
    const added = await command('add', receiver.url, '--events', 'tag.published', '--description', 'Index');
    expect(added.stdout).toMatch(/^whsec_\S+$/);
    const [, id] = /webhook (\d+)/.exec(added.stderr)!;
    const { stdout: list } = await command('list');
    expect(list).toMatch(new RegExp(`^${id} +http://127\\S+ +tag\\.published +on +Index$`, 'm'));
    expect(list).not.toContain('whsec_');
    expect(await command('test', id!)).toEqual({
      ...{ code: 0, stderr: '', stdout: 'delivered: the response had the status 204.' },
    });
    expect(isSignedWith(added.stdout.trim(), (await receiver.take(1))[0]!)).toBe(true);
    receiver.respond = (response) => void response.writeHead(500).end();
    expect((await command('test', id!)).code).toBe(1);
    receiver.acceptAll();
    expect((await command('rotate', id!, '--dry-run')).stdout).toContain('Would rotate');
    const rotated = await command('rotate', id!);
    expect(rotated.stdout).toMatch(/^whsec_/);
    await command('test', id!);
    const [, tested] = await receiver.take(2);
    expect([added, rotated].map(({ stdout }) => isSignedWith(stdout.trim(), tested!))).toEqual([true, true]);
    expect((await command('change', id!, '--active', 'off', '--dry-run')).stdout).toContain('Would change');
    const changed = await command('change', id!, '--active', 'off', '--events', 'event.deleted');
    expect(changed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Changed webhook .+ \(event\.deleted\)/) });
    expect((await command('list')).stdout).toMatch(new RegExp(`^${id} .+ event\\.deleted +off +Index$`, 'm'));
    expect((await command('remove', id!, '--dry-run')).stdout).toContain('Would remove');
    expect((await command('remove', id!)).stdout).toContain('Removed');
    expect(await command('remove', id!)).toMatchObject({ code: 1, stderr: `There is no webhook with the id ${id}.` });
  });

  it('reports errors, with exit code 2 for wrong usage and 1 for refusals', async () => {
    expect(await command('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('webhooks -- add https'),
    });
    expect((await command('remove', 'x')).code).toBe(2);
    const refused = await command('add', 'https://10.0.0.1/', '--events', '*');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('url: Must not lead to this machine') });
    const wrong = await command('add', receiver.url, '--events', 'tag.made');
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('events: Must be one of: *, event.published'),
    });
  });
});

describe('tracing', () => {
  it('has spans for requests, statements and messages without secrets, and continues the trace of the caller', async () => {
    const collector = await startCollector();
    try {
      const service = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      });
      const { id } = await aWebhook(service, `${receiver.url}/a-secret-path?token=a-secret-token`);
      await aTag(service, 'Traced');
      const [message] = await receiver.take(1);
      const [, sent] = /^00-([0-9a-f]{32})-/.exec(String(message!.headers['traceparent']))!;
      const trace = 'ab'.repeat(16);
      await fetch(`http://127.0.0.1:${service.port}/en/cal/events/v1/tags`, {
        headers: { traceparent: `00-${trace}-${'cd'.repeat(8)}-01` },
      });
      const { spans } = collector;
      const ofTrace = (id: string, kind: number) => spans.find((span) => span.traceId === id && span.kind === kind);
      await until(() => ofTrace(trace, 2) && ofTrace(sent!, 3), 20_000);
      expect(ofTrace(trace, 2)!.parentSpanId).toBe('cd'.repeat(8));
      const isOfDatabase = ({ attributes }: (typeof spans)[number]) =>
        attributes.some(({ key }) => key === 'db.system');
      const statements = () => spans.filter((span) => span.traceId === trace && isOfDatabase(span));
      await until(() => statements().length > 0);
      const [request] = spans.filter((span) => span.traceId === trace && span.kind === 2);
      for (const { parentSpanId, kind, name } of statements())
        expect([parentSpanId, kind, name]).toEqual([request!.spanId, 3, 'SELECT']);
      // The password of an event in the query, also with an encoded letter in its name.
      await service.ask('/events/1?password=a-secret-password');
      await service.ask('/events/1?p%61ssword=a-secret-password');
      await until(() => spans.filter(({ attributes }) => JSON.stringify(attributes).includes('REDACTED')).length >= 2);
      const isWrite = ({ name, attributes }: (typeof spans)[number]) =>
        name === 'INSERT' && JSON.stringify(attributes).includes('webhooks');
      await until(() => spans.some(isWrite));
      await remove(service, id);
      service.kill('SIGTERM');
      expect(await service.end).toBe(0);
      running.delete(service);
      expect(JSON.stringify(spans)).not.toMatch(/whsec_|cal_|a-secret-/);
    } finally {
      collector.close();
    }
  });
});
