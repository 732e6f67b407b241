import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findServers, startServer } from '../../scripts/lib/database-server.js';
import { type Figure, quantile, tally } from './figures.js';
import { Onlooker, type Seen } from './onlooker.js';
import { type Plan, timeLeft } from './plan.js';
import { Target } from './target.js';

const ROOT = '/en/cal/events/v1';

/** The dearest that visitors may ask for, in turns: texts looked through, lists that no index has, pages far away. */
const DEAREST = [
  `${ROOT}/events?from=2000-01-01&search=-zq0+-zq1+-zq2+-zq3&exclude=`,
  `${ROOT}/events?from=2000-01-01&search=e&orderby=title&order=desc&per_page=5&page=40&exclude=`,
  `${ROOT}/events?from=2000-01-01&orderby=title&exclude=`,
  `${ROOT}/events?from=2000-01-01&geoloc_lat=0&geoloc_lng=0&geoloc_radius=20000&exclude=`,
];

/** Times what can be done. */
const OVERLOAD = 3;

/** Milliseconds in which the service is as it was, and in which who is too much is told. */
const NORMAL_AFTER = 5000;
const REFUSED_IN = 250;

/** Milliseconds in which 99 of 100 cheap requests are answered meanwhile. */
const CHEAP_P99 = 250;

/** What came of a request; status 0 where nothing did. */
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
 * A thousand visitors ask for three times as much as can be done, on SQLite and on each server that is found, while
 * somebody looks at the list of events and at health.
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
  const visitors = fork(join(__dirname, 'sending.js'), { execArgv: [] });
  const send = (phase: Phase) => sending(visitors, target, phase);
  await send({ clients: 4, milliseconds: milliseconds / 8 });
  const alone = await send({ clients: 4, milliseconds: milliseconds / 8 });
  const capacity = perSecond(alone, milliseconds / 8);
  const usual = quantile(times(alone), 0.5);
  const onlooker = new Onlooker(target.port, `${ROOT}/events`, '/health/live');
  await target.longest();
  const lasting = (5 * milliseconds) / 8;
  const start = performance.now();
  const answers = await send({ rate: Math.max(1, OVERLOAD * capacity), milliseconds: lasting });
  const [lists, health] = (await onlooker.end()) as [Seen, Seen];
  const until = performance.now();
  const { gap, wait } = await target.longest();
  const normal = await normalAgain(send, usual);
  visitors.kill();
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  const others = answers.filter(({ status }) => ![200, 503].includes(status));
  const seconds = (until - start) / 1000;
  return [
    { attack, what: 'capacity', value: capacity, unit: '/s', by: `${Math.round(usual)} ms each, of 4 clients` },
    { attack, what: 'sent', value: answers.length, unit: '', least: 20, by: tally(statusesOf(answers)) },
    { attack, what: 'goodput', value: (100 * done.length) / seconds / capacity, unit: '% of capacity', least: 70 },
    { attack, what: 'refused in (p99)', value: quantile(times(refused), 0.99), unit: 'ms', most: REFUSED_IN },
    // Database and visitors have the same processors here; the kernel shares them out.
    { attack, what: 'longest wait of the service for a processor', value: wait, unit: 'ms' },
    { attack, what: 'longest gap of the event loop', value: gap, unit: 'ms of work' },
    { attack, what: 'neither done nor refused', value: others.length, unit: '', most: 0 },
    { attack, what: 'p99 of what is done', value: quantile(times(done), 0.99), unit: 'ms' },
    { attack, what: 'p99 of the kept list', value: quantile(lists.times, 0.99), unit: 'ms', most: CHEAP_P99 },
    { attack, what: 'p99 of health', value: quantile(health.times, 0.99), unit: 'ms', most: CHEAP_P99 },
    { attack, what: 'of those answered', value: answeredOf(lists, health), unit: '%', least: 99 },
    { attack, what: 'normal again after', value: normal, unit: 'ms', most: NORMAL_AFTER },
  ];
}

async function sending(visitors: ChildProcess, { port }: Target, phase: Phase): Promise<Answer[]> {
  visitors.send({ port, paths: DEAREST, ...phase });
  const [answers] = (await once(visitors, 'message')) as [Answer[]];
  return answers;
}

/** Milliseconds until all that is asked for takes no more than twice as long as before. */
async function normalAgain(send: (phase: Phase) => Promise<Answer[]>, usual: number): Promise<number> {
  const start = performance.now();
  for (;;) {
    const begun = performance.now();
    const answers = await send({ clients: 4, milliseconds: 500 });
    const isNormal = answers.every(({ status }) => status === 200) && quantile(times(answers), 0.5) <= 2 * usual;
    if (isNormal || begun - start > 2 * NORMAL_AFTER) return begun - start;
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

function answeredOf(...seen: readonly Seen[]): number {
  const statuses = seen.flatMap((one) => one.statuses);
  return (100 * statuses.filter((status) => status === 200).length) / statuses.length;
}
