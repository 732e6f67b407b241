/** Measurements that are made once for each calendar. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../scripts/lib/report.js';
import { always, atMost } from './goals.js';
import { send } from './load.js';
import { residentBytes } from './processes.js';
import { runCommand, workFolder } from './service.js';

/**
 * @typedef {object} Single
 * @property {string} name
 * @property {string} title
 * @property {string} goal
 * @property {import('./goals.js').Limits} limits it is measured only where it has one
 * @property {(bench: import('./measure.js').Bench) => Promise<number | undefined>} measure undefined where it cannot be measured
 */

const day = (turn) => new Date(Date.now() + turn * 86_400_000).toISOString().slice(0, 10);

/** @returns {Promise<number>} the smallest count of several calls, since polls of the data version fall into some of them */
async function statementsOf({ calendar }, work) {
  if (!calendar.status) return undefined;
  const counts = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const before = await calendar.status('Questions');
    await work(turn);
    // The count itself is a statement.
    counts.push((await calendar.status('Questions')) - before - 1);
  }
  return Math.min(...counts);
}

async function askFor(bench, path, { method = 'GET', body } = {}) {
  const { root } = await bench.subject('uncached');
  const headers = {
    'Content-Type': 'application/json',
    ...(method !== 'GET' && { Authorization: `Bearer ${bench.key}` }),
  };
  const response = await fetch(root + path, { method, headers, body: body && JSON.stringify(body) });
  const json = await response.json();
  if (!response.ok) throw new Failure(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json;
}

async function secondsOf(work) {
  const start = performance.now();
  const result = await work();
  return [(performance.now() - start) / 1000, result];
}

const SERIES = 750;

const createSeries = (bench) =>
  secondsOf(() =>
    askFor(bench, '/events', {
      method: 'POST',
      body: {
        ...{ title: `Benchmark series ${Date.now()}`, recurrence: `FREQ=DAILY;COUNT=${SERIES}` },
        ...{ start_date: `${day(10)} 20:00:00`, end_date: `${day(10)} 22:00:00`, venue: [bench.targets.venues[0]] },
      },
    }),
  );

async function changeSeries(bench) {
  const [, { id }] = await createSeries(bench);
  const [seconds] = await secondsOf(() =>
    askFor(bench, `/events/${id}`, { method: 'PATCH', body: { title: `Changed series ${Date.now()}` } }),
  );
  return seconds;
}

/** Resident memory in MiB after lists of many different date ranges have filled the caches. */
async function fullMemory(bench) {
  const { port, pid } = await bench.subject('cached');
  let turn = 0;
  const next = () => ({
    path: `/events?per_page=100&start_date=${day(turn++ % 200)}&end_date=${day(200 + (turn % 777))}`,
  });
  await send({ port, next, clients: 4, status: 200, seconds: 8 });
  return residentBytes(pid) / 1024 ** 2;
}

const CROWD = 500;

/** How often the database is read if many clients request the same expired response (cache stampede). */
async function burstReads(bench) {
  const { calendar, targets, key } = bench;
  if (!calendar.status) return undefined;
  const { port, root } = await bench.subject('cached');
  // The number of rows read tells how often the list was read; a poll of the data version reads few rows.
  const rowsAfterChange = async (clients) => {
    const body = JSON.stringify({ title: `Burst ${Date.now()}` });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
    await fetch(`${root}/events/${targets.ids[0]}`, { method: 'PATCH', headers, body });
    const before = await calendar.status('Handler_read%');
    await send({ port, next: () => ({ path: '/events' }), clients, status: 200, amount: clients });
    return (await calendar.status('Handler_read%')) - before;
  };
  await rowsAfterChange(1);
  const ofOne = await rowsAfterChange(1);
  return Math.round((await rowsAfterChange(CROWD)) / ofOne);
}

const IMPORTED = 10_000;

async function importEvents({ build, calendar }) {
  const file = join(workFolder(), 'import.ics');
  const event = (turn) => {
    const date = day(1 + (turn % 365)).replaceAll('-', '');
    return [
      ...['BEGIN:VEVENT', `UID:bench-${turn}@example.org`, 'DTSTAMP:20260101T000000Z', `SUMMARY:Imported ${turn}`],
      ...[`DTSTART:${date}T180000Z`, `DTEND:${date}T200000Z`, `LOCATION:Hall ${turn % 50}`, 'END:VEVENT'],
    ];
  };
  const events = Array.from({ length: IMPORTED }, (_, turn) => event(turn)).flat();
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//benchmark//EN', ...events, 'END:VCALENDAR', ''];
  writeFileSync(file, lines.join('\r\n'));
  const [seconds] = await secondsOf(() => runCommand(build, 'import', [file, '--language', 'en'], calendar.url));
  rmSync(file);
  return seconds;
}

/** @type {(name: string, title: string, goal: string, limits: import('./goals.js').Limits, measure: Single['measure']) => Single} */
const single = (name, title, goal, limits, measure) => ({ name, title, goal, limits, measure });

/** @type {Single[]} */
export const SINGLES = [
  single('ready', 'ready after the start', 'P10', always(atMost('s', 3)), async (bench) => {
    return (await bench.subject('uncached')).readySeconds;
  }),
  single('memory', 'memory with full caches', 'P10', always(atMost('MiB', 350)), fullMemory),
  single('statements-list', 'statements of a list', 'P11', always(atMost('', 8)), (bench) =>
    statementsOf(bench, (turn) => askFor(bench, `/events?start_date=${day(turn)}&end_date=${day(turn + 30)}`)),
  ),
  single('statements-id', 'statements of one record', 'P11', always(atMost('', 4)), (bench) =>
    statementsOf(bench, (turn) => askFor(bench, `/events/${bench.targets.ids[turn]}`)),
  ),
  single(
    'burst',
    `database reads for ${CROWD} clients on one expired response`,
    'P15',
    always(atMost('', 1)),
    burstReads,
  ),
  single('series-create', `a series of ${SERIES} created`, 'P9', { small: atMost('s', 2) }, async (bench) => {
    return (await createSeries(bench))[0];
  }),
  single('series-title', 'its title changed', 'P9', { small: atMost('s', 1) }, changeSeries),
  single('import', 'import of 10,000 events', 'P13', { small: atMost('s', 90) }, importEvents),
  single(
    'seed',
    'seed of 100,000 events',
    'P13',
    { large: atMost('s', 90) },
    async ({ calendar }) => calendar.seedSeconds,
  ),
];
