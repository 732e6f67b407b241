/** One run: requests for some seconds, and what they cost. */
import { allProcesses, cpuSeconds, machineBusySeconds } from './processes.js';

/** From so many processors on that others use, a run says little. */
const BUSY = 0.2;

/**
 * @typedef {object} Run
 * @property {number} requestsPerSecond
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number | null} appCpu microseconds per request, of the process that answers and those below it; null where something else went on meanwhile
 * @property {number | null} databaseCpu the same of the server of the database; null where it is on another machine
 * @property {number} unit microseconds of processor time for parsing and writing the list of ten once, just before and after
 * @property {number} foreign processors that others used meanwhile
 * @property {boolean} busy
 */

/**
 * @typedef {object} Actors
 * @property {import('../load/load.js').Load} load
 * @property {import('../load/load.js').Load} [besides] for what goes on meanwhile
 * @property {import('../processes/service.js').Subject} subject
 * @property {import('../databases/with-databases.js').Database} database
 * @property {string} list the default list of ten
 */

/**
 * @param {Actors} actors
 * @param {import('../load/load.js').Traffic} traffic
 * @returns {Promise<{ run: Run, next: number }>}
 */
export async function measure(actors, traffic) {
  const unitBefore = unitOf(actors.list);
  const before = reading(actors);
  const answers = await actors.load.send(traffic);
  const after = reading(actors);
  const unit = (unitBefore + unitOf(actors.list)) / 2;
  return { run: { ...summary(actors.database, answers, difference(before, after)), unit }, next: answers.next };
}

const TIMES = 50;

/** Microseconds: machines differ, and so do moments of one; what a list of ten costs to parse and write goes with them. */
function unitOf(list) {
  const again = () => Array.from({ length: TIMES }, () => JSON.stringify(JSON.parse(list)));
  again();
  const before = process.cpuUsage();
  again();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / TIMES;
}

/** @param {Actors} actors */
function reading({ subject, database }) {
  const processes = allProcesses();
  const server = database.pid === undefined ? [] : [database.pid];
  return {
    time: performance.now() / 1000,
    machine: machineBusySeconds(),
    app: cpuSeconds(processes, [subject.pid]),
    database: cpuSeconds(processes, server),
    // This process and all that it has started, be it idle or not.
    own: cpuSeconds(processes, [process.pid, ...server]),
  };
}

/**
 * @template {Record<string, number>} T
 * @param {T} before
 * @param {T} after
 * @returns {T}
 */
const difference = (before, after) =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]));

function summary({ kind, pid }, { count, seconds, p50, p99 }, used) {
  const foreign = Math.max(0, used.machine - used.own) / used.time;
  const microseconds = (spent) => (1e6 * spent) / count;
  return {
    ...{ requestsPerSecond: count / seconds, p50, p99 },
    appCpu: microseconds(used.app),
    // SQLite works within the process of the service.
    databaseCpu: kind === 'sqlite' || pid !== undefined ? microseconds(used.database) : null,
    ...{ foreign, busy: foreign > BUSY },
  };
}
