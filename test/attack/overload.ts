import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findServers, startServer } from '../../scripts/lib/database-server.js';
import { type Figure, quantile, tally } from './figures.js';
import { Observer, type Observation } from './observer.js';
import { type Plan, timeLeft } from './plan.js';
import { Target } from './target.js';

const ROOT = '/en/cal/events/v1';

/** The most expensive reads, in turns: searches, lists that no index serves, pages far away. */
const EXPENSIVE_READS = [
  `${ROOT}/events?from=2000-01-01&search=-zq0+-zq1+-zq2+-zq3&exclude=`,
  `${ROOT}/events?from=2000-01-01&search=e&orderby=title&order=desc&per_page=5&page=40&exclude=`,
  `${ROOT}/events?from=2000-01-01&orderby=title&exclude=`,
  `${ROOT}/events?from=2000-01-01&geoloc_lat=0&geoloc_lng=0&geoloc_radius=20000&exclude=`,
];

/** The multiple of the capacity that is requested. */
const OVERLOAD = 3;

/** Milliseconds until the service has recovered, and until a request is refused. */
const RECOVERY_TIME = 5000;
const REFUSAL_TIME = 250;

/** Milliseconds for the 99th percentile of cheap requests during the overload. */
const CHEAP_P99 = 250;

/** The result of a request; status 0 without a response. */
interface Answer {
  readonly status: number;
  readonly milliseconds: number;
}

interface Phase {
  readonly milliseconds: number;
  readonly clients?: number;
  readonly rate?: number;
}

/**
 * A thousand clients request three times the capacity, on SQLite and on each installed server, while an observer reads
 * the list of events and health.
 */
export async function attackByOverload(plan: Plan): Promise<Figure[]> {
  const engines = [undefined, ...findServers()];
  const milliseconds = timeLeft(plan, 10_000) / engines.length;
  const figures: Figure[] = [];
  for (const engine of engines) {
    const server = engine && (await startServer(engine.program, { inMemory: true }));
    const environment = { TRUST_PROXY: 'loopback', ...(server && { DATABASE_URL: server.url }) };
    const target = await Target.start(environment, 20_000);
    figures.push(...(await overload(target, `overload: ${engine?.name ?? 'SQLite'}`, milliseconds)));
    await target.stop();
    await server?.stop();
  }
  return figures;
}

async function overload(target: Target, attack: string, milliseconds: number): Promise<Figure[]> {
  const clients = fork(join(__dirname, 'load-generator.js'), { execArgv: [] });
  const send = (phase: Phase) => sending(clients, target, phase);
  await send({ clients: 4, milliseconds: milliseconds / 8 });
  const alone = await send({ clients: 4, milliseconds: milliseconds / 8 });
  const capacity = perSecond(alone, milliseconds / 8);
  const usualTime = quantile(times(alone), 0.5);
  const observer = await Observer.start(target.port, `${ROOT}/events`, '/health/live');
  await target.longest();
  const duration = (5 * milliseconds) / 8;
  const start = performance.now();
  const answers = await send({ rate: Math.max(1, OVERLOAD * capacity), milliseconds: duration });
  const [lists, health] = (await observer.end()) as [Observation, Observation];
  const until = performance.now();
  const { gap, wait } = await target.longest();
  const normal = await recoveryTime(send, usualTime);
  clients.kill();
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  const others = answers.filter(({ status }) => ![200, 503].includes(status));
  const seconds = (until - start) / 1000;
  return [
    { attack, what: 'capacity', value: capacity, unit: '/s', by: `${Math.round(usualTime)} ms each, of 4 clients` },
    { attack, what: 'sent', value: answers.length, unit: '', least: 20, by: tally(statusesOf(answers)) },
    { attack, what: 'goodput', value: (100 * served.length) / seconds / capacity, unit: '% of capacity', least: 70 },
    { attack, what: 'p99 of refusals', value: quantile(times(refused), 0.99), unit: 'ms', most: REFUSAL_TIME },
    // The database and the clients use the same processors, so this has no goal.
    { attack, what: 'longest wait of the service for a processor', value: wait, unit: 'ms' },
    { attack, what: 'longest gap of the event loop', value: gap, unit: 'ms of work' },
    { attack, what: 'neither served nor refused', value: others.length, unit: '', most: 0 },
    { attack, what: 'p99 of served requests', value: quantile(times(served), 0.99), unit: 'ms' },
    { attack, what: 'p99 of the cached list', value: quantile(lists.times, 0.99), unit: 'ms', most: CHEAP_P99 },
    { attack, what: 'p99 of health', value: quantile(health.times, 0.99), unit: 'ms', most: CHEAP_P99 },
    { attack, what: 'cheap requests served', value: servedShare(lists, health), unit: '%', least: 99 },
    { attack, what: 'recovered after', value: normal, unit: 'ms', most: RECOVERY_TIME },
  ];
}

async function sending(clients: ChildProcess, { port }: Target, phase: Phase): Promise<Answer[]> {
  clients.send({ port, paths: EXPENSIVE_READS, ...phase });
  const [answers] = (await once(clients, 'message')) as [Answer[]];
  return answers;
}

/** Milliseconds until requests take no more than twice as long as before. */
async function recoveryTime(send: (phase: Phase) => Promise<Answer[]>, usualTime: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const begun = performance.now();
    const answers = await send({ clients: 4, milliseconds: 500 });
    const hasRecovered =
      answers.every(({ status }) => status === 200) && quantile(times(answers), 0.5) <= 2 * usualTime;
    if (hasRecovered || begun - start > 2 * RECOVERY_TIME) return begun - start;
  }
}

const times = (answers: readonly Answer[]) => answers.map(({ milliseconds }) => milliseconds);

const perSecond = (answers: readonly Answer[], milliseconds: number) =>
  (1000 * answers.filter(({ status }) => status === 200).length) / milliseconds;

function statusesOf(answers: readonly Answer[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

function servedShare(...seen: readonly Observation[]): number {
  const statuses = seen.flatMap((one) => one.statuses);
  return (100 * statuses.filter((status) => status === 200).length) / statuses.length;
}
