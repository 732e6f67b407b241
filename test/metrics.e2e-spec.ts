import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MetricsServer } from '../src/server/metrics/metrics-server.js';
import { build } from './support/build.js';
import { formatKey, newKey } from '../src/http/auth/keys.js';
import { Service } from './support/service.js';
import { TestCalendar } from './support/test-calendar.js';
import { createEmptyDatabase } from './support/test-database.js';

/** The samples of a scrape: `name{label="value"}` and the number. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** Retries, since a response reaches the client before its request is counted. */
async function expectSample(scrape: () => Promise<Map<string, number>>, sample: string, value: number): Promise<void> {
  for (let tries = 0; tries < 50 && (await scrape()).get(sample) !== value; tries += 1) await sleep(20);
  expect((await scrape()).get(sample)).toBe(value);
}

describe('GET /metrics', () => {
  let calendar: TestCalendar;

  beforeAll(async () => {
    calendar = await TestCalendar.start({ METRICS_PORT: '0' });
  });

  afterAll(() => calendar.stop());

  const ask = (key?: string) => {
    const request = calendar.raw().get('/metrics');
    return key === undefined ? request : request.set('Authorization', `Bearer ${key}`);
  };

  const scrape = async () => samplesOf((await ask(calendar.keys.administrator).expect(200)).text);

  const counted = (sample: string, value: number) => expectSample(scrape, sample, value);

  const requests = (route: string, method: string, status: number) =>
    `http_requests_total{route="${route}",method="${method}",status="${status}"}`;

  it('is for administrators only', async () => {
    const unknown = await ask().expect(401);
    expect(unknown.body.code).toBe('rest_forbidden');
    expect(unknown.headers['www-authenticate']).toContain('Bearer');
    await ask(`${calendar.keys.administrator}x`).expect(401);
    for (const role of ['reader', 'contributor', 'author', 'editor'] as const) {
      const { body } = await ask(calendar.keys[role]).expect(403);
      expect(body.code).toBe('rest_forbidden');
    }
    const { headers } = await ask(calendar.keys.administrator).expect(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('counts requests by the pattern of their route, in both languages', async () => {
    const route = '/cal/events/v1/tags/:id';
    const { body } = await calendar.post('/tags', { name: 'Counted' }, { as: 'editor' }).expect(201);
    await calendar.get(`/tags/${body.id}`).expect(200);
    await calendar.get(`/tags/${body.id}`, { language: 'fr' }).expect(200);
    await calendar.get('/tags/999999').expect(404);
    await calendar.raw().delete(`/en/cal/events/v1/tags/${body.id}`).expect(401);
    await counted(requests(route, 'GET', 200), 2);
    await counted(requests(route, 'GET', 404), 1);
    await counted(requests(route, 'DELETE', 401), 1);
    await counted(requests('/cal/events/v1/tags', 'POST', 201), 1);
  });

  it('measures durations in a histogram with the same labels', async () => {
    await calendar.get('/venues').expect(200);
    const labels = 'route="/cal/events/v1/venues",method="GET",status="200"';
    await counted(`http_request_duration_seconds_count{${labels}}`, 1);
    const samples = await scrape();
    expect(samples.get(`http_request_duration_seconds_bucket{le="+Inf",${labels}}`)).toBe(1);
    const seconds = samples.get(`http_request_duration_seconds_sum{${labels}}`);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(10);
  });

  it('has no label that a client can invent', async () => {
    const invented = ['/invented', '/en/cal/events/v1/invented', '/en/cal/events/v1/events/invented/invented'];
    for (const path of invented) await calendar.raw().get(path).expect(404);
    await calendar.raw().get('/en/cal/events/v1/events/by-slug/invented?invented=1').expect(404);
    const { port } = calendar.app.getHttpServer().address() as AddressInfo;
    await new Promise((resolve) => {
      const path = '/en/cal/events/v1/events';
      httpRequest({ port, path, method: 'PROPFIND' }, resolve).end();
    });
    await counted(requests('none', 'GET', 404), invented.length);
    await counted(requests('none', 'other', 405), 1);
    const { text } = await ask(calendar.keys.administrator);
    expect(text).toContain('route="/cal/events/v1/events/by-slug/:slug"');
    expect(text).not.toMatch(/invented|PROPFIND/);
  });

  it('shows its own request in progress', async () => {
    await counted('http_requests_in_progress', 1);
  });

  it('counts the hits and misses of the response cache', async () => {
    const lookups = async (result: string) => (await scrape()).get(`calendar_cache_lookups_total{result="${result}"}`)!;
    const [hits, misses] = [await lookups('hit'), await lookups('miss')];
    for (let count = 0; count < 3; count += 1) await calendar.get('/organizers?search=cached').expect(200);
    expect(await lookups('miss')).toBe(misses + 1);
    expect(await lookups('hit')).toBe(hits + 2);
    expect(await lookups('stale')).toBe(0);
  });

  it('shows the load of the database, the delay of the event loop and the build', async () => {
    const begun = async () => (await scrape()).get('calendar_database_units_total{queue="writes"}')!;
    const before = await begun();
    await calendar.post('/categories', { name: 'A write' }, { as: 'editor' }).expect(201);
    expect(await begun()).toBeGreaterThan(before);
    const samples = await scrape();
    for (const queue of ['reads', 'writes']) {
      expect(samples.get(`calendar_database_slots{queue="${queue}"}`)).toBeGreaterThan(0);
      expect(samples.get(`calendar_database_waiting{queue="${queue}"}`)).toBe(0);
      expect(samples.get(`calendar_database_wait_seconds_total{queue="${queue}"}`)).toBeGreaterThanOrEqual(0);
    }
    expect(samples.get('calendar_database_retries_total')).toBe(0);
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect([...samples.keys()].join('\n')).toMatch(/^calendar_build_info\{version="\d+\.\d+\.\d+",node="v\d/m);
  });

  it('is open on a port of its own', async () => {
    const { address, port } = (await calendar.app.get(MetricsServer).listen())!;
    expect(address).toBe('127.0.0.1');
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(samplesOf(await response.text()).get('calendar_database_retries_total')).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/en/cal/events/v1/events`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});

it('/metrics counts records by kind and status, at most once a minute', async () => {
  const calendar = await TestCalendar.start();
  const scrape = async () => {
    const key = `Bearer ${calendar.keys.administrator}`;
    return samplesOf((await calendar.raw().get('/metrics').set('Authorization', key).expect(200)).text);
  };
  const event = { title: 'Counted', start_date: '2027-06-21', end_date: '2027-06-21' };
  const write = (path: string, body: object) => calendar.post(path, body, { as: 'editor' }).expect(201);
  await write('/events', { ...event, status: 'publish' });
  await write('/events', { ...event, status: 'publish' });
  await write('/events', { ...event, status: 'draft' });
  await write('/tags', { name: 'Counted' });
  const samples = await scrape();
  expect(samples.get('calendar_records{kind="events",status="publish"}')).toBe(2);
  expect(samples.get('calendar_records{kind="events",status="draft"}')).toBe(1);
  expect(samples.get('calendar_records{kind="tags",status="publish"}')).toBe(1);
  await write('/tags', { name: 'Counted later' });
  expect((await scrape()).get('calendar_records{kind="tags",status="publish"}')).toBe(1);
  await calendar.stop();
});

it('no port is open for metrics by default', async () => {
  const calendar = await TestCalendar.start();
  expect(await calendar.app.get(MetricsServer).listen()).toBeUndefined();
  await calendar.stop();
});

it('/metrics adds up all workers', async () => {
  build();
  const database = await createEmptyDatabase();
  const key = formatKey(newKey());
  const environment = { DATABASE_URL: database.url, ADMIN_KEY: key, WEB_CONCURRENCY: '2', METRICS_PORT: '0' };
  const service = Service.run(environment);
  try {
    const connections = await service.connections(...(await service.workers(2)).keys());
    for (const agent of connections) await service.ask('/venues', { agent });
    const scrape = async (port: number) => {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Authorization: `Bearer ${key}` } });
      expect(response.status).toBe(200);
      return samplesOf(await response.text());
    };
    const venues = 'http_requests_total{route="/cal/events/v1/venues",method="GET",status="200"}';
    const monitoring = service.log.find(({ msg }) => msg.startsWith('Metrics'))!;
    for (const port of [service.port, monitoring.port!]) {
      await expectSample(() => scrape(port), venues, 2);
      const samples = await scrape(port);
      expect(samples.get('calendar_records{kind="venues",status="publish"}')).toBeUndefined();
      expect([...samples].filter(([name]) => name.startsWith('calendar_build_info')).map(([, value]) => value)).toEqual(
        [1],
      );
    }
  } finally {
    service.kill('SIGTERM');
    await service.end;
    await database.drop();
  }
});

describe('docker/monitoring', () => {
  const folder = join('docker', 'monitoring');
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  const promtool = (args: string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', input });
    return { status, output: `${stdout}${stderr}` };
  };

  (hasPromtool ? it : it.skip)('has a configuration and rules that promtool accepts', () => {
    expect(promtool(['check', 'config', join(folder, 'prometheus.yaml')])).toMatchObject({ status: 0 });
    expect(promtool(['check', 'rules', join(folder, 'alerts.yaml')])).toMatchObject({ status: 0 });
  });

  it('uses metrics of the service, which promtool accepts', async () => {
    const calendar = await TestCalendar.start();
    await calendar.get('/venues').expect(200);
    const key = `Bearer ${calendar.keys.administrator}`;
    const scrape = async () => (await calendar.raw().get('/metrics').set('Authorization', key).expect(200)).text;
    await scrape();
    const text = await scrape();
    await calendar.stop();
    const dashboard = JSON.parse(textOf('grafana-dashboard.json')) as unknown;
    const expressions = [...JSON.stringify(dashboard).matchAll(/"expr":"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one!);
    expect(expressions.length).toBeGreaterThan(5);
    const names = [
      ...`${textOf('alerts.yaml')} ${expressions.join(' ')}`.matchAll(/\b(?:calendar|http|nodejs|process)_\w+/g),
    ];
    expect(names.length).toBeGreaterThan(15);
    const known = new Set([...samplesOf(text).keys()].map((sample) => sample.replace(/\{.*/, '')));
    expect(names.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
    // promtool would name three default metrics of prom-client differently.
    const own = text.replaceAll(/^.*nodejs_active_.*\n/gm, '');
    if (hasPromtool) expect(promtool(['check', 'metrics'], own)).toEqual({ status: 0, output: '' });
  });
});
