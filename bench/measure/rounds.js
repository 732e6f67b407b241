/** Every case once, then every case again: whatever disturbs the machine for a while does not hit one case alone. */
import { say, since } from '../../scripts/lib/say.js';
import { requestText } from '../load/requests.js';
import { residentBytes } from './processes.js';
import { measure } from './run.js';
import { median } from './statistics.js';
import { unlessFailed } from './unless-failed.js';

/** Slow answers are worth a few samples all the same. */
const AT_LEAST = 3;

/**
 * How long before a run, in lengths of a run: the first time until the code of the path is compiled, which takes V8 some
 * thousand requests, later until it is in the caches again. Writes change the calendar, and are counted: one takes a
 * process three times as long at first as when it has done a thousand.
 */
const WARM_UP = { reads: 8, writes: 2, later: 0.15 };
const WRITES = 1000;

/**
 * @typedef {object} Course a case on its way through the rounds
 * @property {import('../cases/cases.js').Case} case
 * @property {import('./run.js').Actors} actors
 * @property {string[]} requests
 * @property {number} first
 * @property {import('./run.js').Run[]} runs
 * @property {number} memory resident bytes of the process that answers, after its last run
 * @property {string} [failure] why it is not measured any further
 */

/**
 * @typedef {object} Measured
 * @property {string} name
 * @property {string} [failure] in words; then there is no median
 * @property {import('./run.js').Run} [median] each figure's median, busy if most runs were
 * @property {import('./run.js').Run[]} runs
 * @property {number} memory
 */

/**
 * @param {import('../cases/cases.js').Case} measured
 * @param {import('./run.js').Actors} actors
 * @param {import('../cases/request-lists.js').Request[]} requests
 * @returns {Course}
 */
export const courseOf = (measured, actors, requests) => ({
  case: measured,
  actors,
  requests: requests.map(({ path, headers, ...more }) => requestText(path, headers, more)),
  first: 0,
  runs: [],
  memory: 0,
});

/**
 * @param {Course[]} courses
 * @param {{ runs: number, seconds: number }} plan
 * @returns {Promise<Measured[]>}
 */
export async function measureRounds(courses, { runs, seconds }) {
  for (let round = 1; round <= runs && courses.length > 0; round += 1) {
    const start = performance.now();
    for (const course of courses.filter(({ failure }) => failure === undefined)) {
      const other = courses.find((one) => one.case.name === course.case.beside);
      const { failure } = await unlessFailed(course.case.name, () => step(course, seconds, other));
      course.failure = failure;
    }
    say(`  run ${round} of ${runs}: ${courses.length} cases in ${since(start)}`);
  }
  return courses.map(({ case: { name }, runs: all, memory, failure }) => ({
    ...{ name, memory, runs: all },
    ...(failure === undefined ? { median: medianOf(all) } : { failure }),
  }));
}

/**
 * @param {Course} course
 * @param {number} seconds
 * @param {Course} [other] that goes on meanwhile
 */
async function step(course, seconds, other) {
  const { actors, requests } = course;
  const { clients, status } = course.case;
  const traffic = { port: actors.subject.port, requests, clients, status };
  const isFirst = course.runs.length === 0;
  const { isWrite } = course.case;
  const warmUp = {
    seconds: seconds * (isFirst ? (isWrite ? WARM_UP.writes : WARM_UP.reads) : WARM_UP.later),
    // A deletion can be done once.
    atLeast: isFirst && isWrite ? Math.min(WRITES, Math.floor(requests.length / 4)) : 1,
  };
  const warm = await actors.load.send({ ...traffic, ...warmUp, first: course.first });
  const others = other && goOn(other, seconds);
  const { run, next } = await measure(actors, { ...traffic, first: warm.next, seconds, atLeast: AT_LEAST });
  course.first = next;
  // What both took is of neither.
  course.runs.push(other ? { ...run, appCpu: null, databaseCpu: null } : run);
  await others;
  course.memory = residentBytes(actors.subject.pid);
}

/**
 * @param {Course} course
 * @param {number} seconds
 */
async function goOn(course, seconds) {
  const { actors, requests, first } = course;
  const { clients, status } = course.case;
  const { next } = await actors.besides.send({ port: actors.subject.port, requests, first, clients, status, seconds });
  course.first = next;
}

/**
 * @param {import('./run.js').Run[]} runs
 * @returns {import('./run.js').Run}
 */
export function medianOf(runs) {
  const names = ['requestsPerSecond', 'p50', 'p99', 'appCpu', 'databaseCpu', 'unit', 'foreign'];
  const figures = names.map((name) => [name, runs[0][name] === null ? null : median(runs.map((run) => run[name]))]);
  return { ...Object.fromEntries(figures), busy: runs.filter(({ busy }) => busy).length > runs.length / 2 };
}
