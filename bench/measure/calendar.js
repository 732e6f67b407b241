/** Everything that is measured at one seeded calendar. */
import { Load } from '../load/load.js';
import { assertSameBytes } from '../processes/sample.js';
import { SERVICES, startBaselines, startServices } from '../processes/subjects.js';
import { countBeforehand } from './counting.js';
import { memoryWithFullCache } from './full-cache.js';
import { courseOf, measureRounds } from './rounds.js';
import { median } from './statistics.js';
import { unlessFailed } from './unless-failed.js';

/**
 * @typedef {object} Result
 * @property {'sqlite' | 'mariadb'} kind
 * @property {number} size events
 * @property {(import('./rounds.js').Measured & { statements?: import('./statements.js').StatementCounts })[]} cases
 * @property {import('./burst.js').Burst} [burst]
 * @property {number} [readyMilliseconds] of one process, where one was started
 * @property {number} [fullCacheMemory] resident bytes
 */

/**
 * @param {import('../databases/with-databases.js').Database} database
 * @param {import('../load/load.js').Load} load
 * @param {import('../options.js').Options} options
 * @returns {Promise<Result>}
 */
export async function measureCalendar(database, load, { cases, workers, ...plan }) {
  const counted = await countBeforehand(database, cases);
  const names = new Set(cases.map(({ subject }) => subject));
  const services = await startServices(names, database.url, workers);
  const subjects = new Map([...services, ...(await startBaselines(names, counted.sample))]);
  const besides = cases.some(({ beside }) => beside) ? new Load() : undefined;
  try {
    await assertSameBytes(subjects, counted.sample);
    const meant = cases.filter(({ name }) => counted.requests.get(name).length > 0);
    const courses = meant.map((one) =>
      courseOf(
        one,
        { load, besides, database, subject: subjects.get(one.subject), list: counted.sample.list.body.toString() },
        counted.requests.get(one.name),
      ),
    );
    const [reads, writes] = [false, true].map((isWrite) =>
      courses.filter((course) => Boolean(course.case.isWrite) === isWrite),
    );
    if (writes.length > 0) await database.spoil();
    const measured = [...(await measureRounds(reads, plan)), ...(await measureRounds(writes, plan))];
    return {
      ...{ kind: database.kind, size: database.size, burst: counted.burst },
      cases: measured.map((one) => ({ ...one, statements: counted.statements.get(one.name) })),
      ...(await factsOf(services, load, counted.targets)),
    };
  } finally {
    await Promise.all([...subjects.values(), ...(besides ? [besides] : [])].map((process) => process.stop()));
  }
}

/**
 * What is said of a whole service.
 * @param {Map<string, import('../processes/service.js').Service>} services
 * @param {import('../load/load.js').Load} load
 * @param {import('../cases/targets.js').Targets} targets
 */
async function factsOf(services, load, targets) {
  const single = Object.keys(SERVICES).filter((name) => name !== 'workers' && services.has(name));
  const cached = services.get('cached');
  const filled = cached && (await unlessFailed('full cache', () => memoryWithFullCache(load, cached, targets)));
  return {
    ...(single.length > 0 && { readyMilliseconds: median(single.map((name) => services.get(name).readyMilliseconds)) }),
    fullCacheMemory: filled?.value,
  };
}
