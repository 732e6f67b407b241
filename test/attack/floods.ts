import { Agent, request, type RequestOptions } from 'node:http';
import { type Figure, quantile, tally } from './figures.js';
import { Onlooker, type Seen } from './onlooker.js';
import { type Plan, timeLeft } from './plan.js';
import { Target } from './target.js';

/** Milliseconds in which 99 of 100 others are answered while somebody floods. */
const OTHERS_P99 = 500;

/** Milliseconds: the requests of a flood that arrive together are read together, each of them within the bound for one. */
const LONGEST_GAP = 250;

const ROOT = '/en/cal/events/v1';

interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly options: RequestOptions;
  readonly body?: Buffer;
  /** What such requests may be answered: what they ask for, or a refusal. */
  readonly answers: readonly number[];
}

const json = { 'content-type': 'application/json' };

const FLOODS: readonly Flood[] = [
  {
    name: 'bodies of brackets without a key',
    connections: 4,
    options: { method: 'POST', path: `${ROOT}/events`, headers: json },
    body: Buffer.alloc(1024 * 1024, '['),
    answers: [401, 429],
  },
  {
    name: 'keys that do not hold',
    connections: 50,
    options: { path: `${ROOT}/me`, headers: { authorization: 'Bearer cal_x_y_z' } },
    answers: [401, 429],
  },
  {
    name: 'searches',
    connections: 50,
    options: { path: `${ROOT}/events?from=2000-01-01&search=-zq0+-zq1+e` },
    answers: [200, 429, 503],
  },
  {
    name: 'routes that do not exist',
    connections: 50,
    options: { path: '/nothing' },
    answers: [404, 429, 503],
  },
  {
    name: 'the documentation',
    connections: 50,
    options: { path: `${ROOT}/doc/openapi.json`, headers: { 'accept-encoding': 'gzip' } },
    answers: [200, 429, 503],
  },
  {
    name: 'lists that nobody has asked for yet',
    connections: 300,
    options: { path: `${ROOT}/events?from=2000-01-01&orderby=title` },
    answers: [200, 429, 503],
  },
];

/** One client sends as much as it can, while another one reads the list of events and health. */
export async function attackByFloods(plan: Plan): Promise<Figure[]> {
  const target = await Target.start({ TRUST_PROXY: 'loopback' }, 20_000);
  // What is compiled for the first visitor is not the doing of a flood.
  await target.get('/events');
  const figures: Figure[] = [];
  const seconds = timeLeft(plan, 10_000) / FLOODS.length / 1000;
  for (const [place, flood] of FLOODS.entries())
    figures.push(...(await during(target, flood, `198.51.100.${place + 1}`, seconds * 1000)));
  await target.stop();
  return figures;
}

/** @param address of its own, so that no flood is refused for what another one has sent */
async function during(target: Target, flood: Flood, address: string, milliseconds: number): Promise<Figure[]> {
  await target.longestGap();
  const until = performance.now() + milliseconds;
  const statuses = new Map<number, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: flood.connections });
  const options = { ...flood.options, headers: { ...flood.options.headers, 'x-forwarded-for': address } };
  const onlooker = new Onlooker(target.port, `${ROOT}/events`, '/health/live');
  const flooding = Array.from({ length: flood.connections }, async (_, place) => {
    for (let sent = 0; performance.now() < until; sent += 1) {
      const { status } = await ask(target, options, { agent, ...flood, number: place * 1e6 + sent });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(flooding);
  const [lists, health] = (await onlooker.end()) as [Seen, Seen];
  agent.destroy();
  const attack = `flood: ${flood.name}`;
  const unexpected = [...statuses].filter(([status]) => status !== 0 && !flood.answers.includes(status));
  const answered = lists.statuses.filter((status) => status === 200).length;
  return [
    { attack, what: 'requests sent', value: sum(statuses), unit: '', least: 20, by: tally(statuses) },
    { attack, what: 'unexpected answers', value: unexpected.length, unit: '', most: 0, by: tally(new Map(unexpected)) },
    {
      attack,
      what: 'longest gap of the event loop',
      value: await target.longestGap(),
      unit: 'ms of work',
      most: LONGEST_GAP,
    },
    { attack, what: 'p50 of others', value: quantile(lists.times, 0.5), unit: 'ms' },
    { attack, what: 'p99 of others', value: quantile(lists.times, 0.99), unit: 'ms', most: OTHERS_P99 },
    { attack, what: 'others answered', value: (100 * answered) / lists.statuses.length, unit: '%', least: 99 },
    { attack, what: 'p99 of health', value: quantile(health.times, 0.99), unit: 'ms', most: OTHERS_P99 },
  ];
}

const sum = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((all, count) => all + count, 0);

interface Asking {
  readonly agent: Agent;
  readonly body?: Buffer;
  /** Makes the request one that was not sent before. */
  readonly number?: number;
}

function ask({ port }: Target, options: RequestOptions, { agent, body, number }: Asking) {
  const start = performance.now();
  const path =
    number === undefined || !options.path!.includes('?') ? options.path : `${options.path}&exclude=${number + 1}`;
  return new Promise<{ status: number; milliseconds: number }>((resolve) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - start });
    const headers = { ...options.headers, ...(body && { 'content-length': String(body.length) }) };
    const sent = request({ ...options, host: '127.0.0.1', port, agent, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode!));
      answer.on('error', () => done(0));
    });
    sent.on('error', () => done(0));
    sent.end(body);
  });
}
