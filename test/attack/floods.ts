import { Agent, request, type RequestOptions } from 'node:http';
import { type Figure, quantile, tally } from './figures.js';
import { Observer, type Observation } from './observer.js';
import { type Plan, timeLeft } from './plan.js';
import { Target } from './target.js';

/** Milliseconds for the 99th percentile of other requests during a flood. */
export const OTHERS_P99 = 600;

/** Milliseconds for which the event loop may be blocked: requests that arrive together are parsed together. */
export const LONGEST_GAP = 250;

const ROOT = '/en/cal/events/v1';

/** The id of the event that the observer reads. */
const EVENT = 1;

interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly options: RequestOptions;
  readonly body?: Buffer;
  /** The parameter that makes each request unique, so that the cache cannot answer it. */
  readonly unique?: string;
  /** The expected statuses: of a response, or of a refusal. */
  readonly statuses: readonly number[];
}

const json = { 'content-type': 'application/json' };

const FLOODS: readonly Flood[] = [
  {
    name: 'bodies of brackets without a key',
    connections: 4,
    options: { method: 'POST', path: `${ROOT}/events`, headers: json },
    body: Buffer.alloc(1024 * 1024, '['),
    statuses: [401, 429],
  },
  {
    name: 'invalid keys',
    connections: 50,
    options: { path: `${ROOT}/me`, headers: { authorization: 'Bearer cal_x_y_z' } },
    statuses: [401, 429],
  },
  {
    name: 'searches',
    connections: 50,
    options: { path: `${ROOT}/events?from=2000-01-01&search=-zq0+-zq1+e` },
    unique: 'exclude',
    statuses: [200, 429, 503],
  },
  {
    name: 'unknown routes',
    connections: 50,
    options: { path: '/nothing' },
    statuses: [404, 429, 503],
  },
  {
    name: 'the documentation',
    connections: 50,
    options: { path: `${ROOT}/doc/openapi.json`, headers: { 'accept-encoding': 'gzip' } },
    statuses: [200, 429, 503],
  },
  {
    name: 'uncached lists',
    connections: 300,
    options: { path: `${ROOT}/events?from=2000-01-01&orderby=title` },
    unique: 'exclude',
    statuses: [200, 429, 503],
  },
  {
    name: 'long lists',
    connections: 240,
    options: { path: `${ROOT}/events?per_page=100` },
    unique: 'exclude',
    statuses: [200, 429, 503],
  },
  {
    name: 'changes with records and a meaningless parameter',
    connections: 40,
    options: { path: `${ROOT}/changes?limit=500&records=true` },
    unique: 'nonce',
    statuses: [200, 429, 503],
  },
  {
    name: 'changes with records of different fields',
    connections: 40,
    options: { path: `${ROOT}/changes?records=true` },
    unique: 'limit',
    statuses: [200, 429, 503],
  },
  {
    name: 'counts over centuries',
    connections: 100,
    options: { path: `${ROOT}/events/counts?by=day&from=1500-01-01&to=2500-01-01` },
    unique: 'exclude',
    statuses: [200, 429, 503],
  },
  {
    name: 'feeds',
    connections: 50,
    options: { path: `${ROOT}/events.ics?from=2000-01-01` },
    unique: 'exclude',
    statuses: [200, 429, 503],
  },
];

/** One client sends as many requests as it can, while an observer reads the list of events and health. */
export async function attackByFloods(plan: Plan): Promise<Figure[]> {
  const target = await Target.start({ TRUST_PROXY: 'loopback' }, 20_000);
  // Warms the service up.
  await target.get('/events');
  const figures: Figure[] = [];
  const seconds = timeLeft(plan, 10_000) / FLOODS.length / 1000;
  for (const [place, flood] of FLOODS.entries())
    figures.push(...(await during(target, flood, `198.51.100.${place + 1}`, seconds * 1000)));
  await target.stop();
  return figures;
}

/** @param address one for each flood, so that no flood uses up the limits of another one */
async function during(target: Target, flood: Flood, address: string, milliseconds: number): Promise<Figure[]> {
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: flood.connections });
  const options = { ...flood.options, headers: { ...flood.options.headers, 'x-forwarded-for': address } };
  const observer = await Observer.start(target.port, `${ROOT}/events`, '/health/live', `${ROOT}/events/${EVENT}`);
  await target.longestGap();
  const until = performance.now() + milliseconds;
  const flooding = Array.from({ length: flood.connections }, async (_, place) => {
    for (let sent = 0; performance.now() < until; sent += 1) {
      const { status } = await send(target, options, { agent, ...flood, number: place * 1e6 + sent });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(flooding);
  const [lists, health, events] = (await observer.end()) as [Observation, Observation, Observation];
  agent.destroy();
  const attack = `flood: ${flood.name}`;
  const unexpected = [...statuses].filter(([status]) => status !== 0 && !flood.statuses.includes(status));
  const served = lists.statuses.filter((status) => status === 200).length;
  return [
    { attack, what: 'requests sent', value: sum(statuses), unit: '', least: 20, by: tally(statuses) },
    {
      attack,
      what: 'unexpected statuses',
      value: unexpected.length,
      unit: '',
      most: 0,
      by: tally(new Map(unexpected)),
    },
    {
      attack,
      what: 'longest gap of the event loop',
      value: await target.longestGap(),
      unit: 'ms of work',
      most: LONGEST_GAP,
    },
    { attack, what: 'p50 of other requests', value: quantile(lists.times, 0.5), unit: 'ms' },
    { attack, what: 'p99 of other requests', value: quantile(lists.times, 0.99), unit: 'ms', most: OTHERS_P99 },
    { attack, what: 'other requests served', value: (100 * served) / lists.statuses.length, unit: '%', least: 99 },
    { attack, what: 'p99 of single events', value: quantile(events.times, 0.99), unit: 'ms', most: OTHERS_P99 },
    { attack, what: 'p99 of health', value: quantile(health.times, 0.99), unit: 'ms', most: OTHERS_P99 },
  ];
}

const sum = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((all, count) => all + count, 0);

interface RequestOptionsOfFlood {
  readonly agent: Agent;
  readonly body?: Buffer;
  readonly unique?: string;
  readonly number: number;
}

function send({ port }: Target, options: RequestOptions, { agent, body, unique, number }: RequestOptionsOfFlood) {
  const start = performance.now();
  const value = unique === 'limit' ? 300 + (number % 200) : number + 1;
  const path = unique === undefined ? options.path : `${options.path}&${unique}=${value}`;
  return new Promise<{ status: number; milliseconds: number }>((resolve) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - start });
    const headers = { ...options.headers, ...(body && { 'content-length': String(body.length) }) };
    const sent = request({ ...options, host: '127.0.0.1', port, agent, path, headers }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode!));
      response.on('error', () => done(0));
    });
    sent.on('error', () => done(0));
    sent.end(body);
  });
}
