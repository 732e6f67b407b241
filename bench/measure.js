/** Runs the cases of one calendar: every case once on each build, then all of them again. */
import { say, since } from '../scripts/lib/report.js';
import { clientsOf } from './cases.js';
import { send } from './load.js';
import { cpuSeconds } from './processes.js';
import { makeKey, startNest, startService } from './service.js';
import { median, quantile } from './statistics.js';
import { findTargets } from './targets.js';

/**
 * @typedef {object} Figures the median of each over all runs
 * @property {number} perSecond
 * @property {number} p50 milliseconds
 * @property {number} p99
 * @property {number} cpu microseconds of processor time a request, of service and database together
 * @property {number} databaseCpu the part of the database server; SQLite works within the service
 * @property {number} u `cpu` in a unit that is independent of the machine: the cost of one JSON.parse and
 * JSON.stringify of a list
 */

/** Number of repetitions for one measurement of the unit. */
const TIMES = 50;

/** Seconds of warm-up before the first run of a case. */
const WARM_UP = 3;

/** The subjects for one build, which are started when a case needs them. */
export class Bench {
  started = new Map();

  /**
   * @param {import('./options.js').Build} build
   * @param {import('./databases.js').Calendar} calendar
   */
  constructor(build, calendar) {
    this.build = build;
    this.calendar = calendar;
  }

  async prepare() {
    this.key = await makeKey(this.build, this.calendar.url);
    this.targets = await findTargets(await this.subject('uncached'));
  }

  /** @param {'uncached' | 'cached' | 'nest'} name */
  async subject(name) {
    if (!this.started.has(name)) this.started.set(name, await this.start(name));
    return this.started.get(name);
  }

  start(name) {
    if (name === 'nest') return startNest(this.targets.list);
    return startService(this.build, this.calendar.url, name === 'uncached' ? { CACHE_MB: '0' } : {});
  }

  async stop() {
    for (const subject of this.started.values()) await subject.stop();
  }
}

/**
 * @param {Bench[]} benches one for each build
 * @param {import('./cases.js').Case[]} cases
 * @param {{ runs: number, seconds: number }} plan
 * @returns {Promise<Map<string, (Figures | { failure: string })[]>>} by the name of the case, in the order of the benches
 */
export async function measureCases(benches, cases, { runs, seconds }) {
  const courses = cases.flatMap((one) => benches.map((bench) => ({ case: one, bench, turn: 0, runs: [] })));
  for (let round = 1; round <= runs; round += 1) {
    const start = performance.now();
    // The order alternates, so that no build always profits from warm caches.
    const order = round % 2 === 1 ? benches : [...benches].reverse();
    const inTurn = cases.flatMap((one) =>
      order.map((bench) => courses.find((course) => course.case === one && course.bench === bench)),
    );
    for (const course of inTurn.filter(({ failure }) => failure === undefined))
      await step(course, seconds).catch((error) => {
        course.failure = error.message;
        say(`  ${course.case.name} (${course.bench.build.name}): ${error.message}`);
      });
    say(`  run ${round} of ${runs}: ${courses.length} cases in ${since(start)}`);
  }
  const figures = ({ failure, runs: all }) => (failure === undefined ? medians(all) : { failure });
  return new Map(cases.map((one) => [one.name, courses.filter((course) => course.case === one).map(figures)]));
}

async function step(course, seconds) {
  const { bench } = course;
  const { subject: name, status, isKeyed, requests } = course.case;
  const { port, pid } = await bench.subject(name);
  const request = requests(bench.targets);
  const next = () => request(course.turn++);
  const clients = clientsOf(course.case, bench.calendar);
  const traffic = { port, next, clients, status, key: isKeyed ? bench.key : undefined };
  if (course.runs.length === 0) await send({ ...traffic, seconds: WARM_UP });
  const server = bench.calendar.pid === undefined ? [] : [bench.calendar.pid];
  const unitBefore = unitOf(bench.targets.list);
  const before = [cpuSeconds([pid]), cpuSeconds(server)];
  const { count, seconds: taken, times } = await send({ ...traffic, seconds });
  const [app, database] = [cpuSeconds([pid]) - before[0], cpuSeconds(server) - before[1]];
  const unit = (unitBefore + unitOf(bench.targets.list)) / 2;
  const cpu = (1e6 * (app + database)) / count;
  course.runs.push({
    ...{ perSecond: count / taken, p50: median(times), p99: quantile(times, 0.99) },
    ...{ cpu, databaseCpu: (1e6 * database) / count, u: cpu / unit },
  });
}

/** @returns {number} microseconds of processor time to parse and write the list once: the unit u */
function unitOf(list) {
  const again = () => Array.from({ length: TIMES }, () => JSON.stringify(JSON.parse(list)));
  again();
  const before = process.cpuUsage();
  again();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TIMES;
}

/** @returns {Figures} */
export const medians = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
