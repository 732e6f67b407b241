/** Mixed load for a long time, with full caches: what becomes of the memory. */
import { say } from '../../scripts/lib/say.js';
import { findTargets } from '../cases/targets.js';
import { residentBytes } from '../measure/processes.js';
import { slope } from '../measure/statistics.js';
import { startService } from '../processes/service.js';
import { SERVICES } from '../processes/subjects.js';
import { mixture } from './mixture.js';

const MIB = 1024 ** 2;
const CLIENTS = 4;

/** Seconds between two looks at the memory. */
const INTERVAL = 30;

/** Before that the caches fill and the heap finds its size: a share of the whole time. */
const SETTLED = 0.25;

/**
 * @typedef {object} Soak
 * @property {'sqlite' | 'mariadb'} kind
 * @property {number} size events
 * @property {number} requests
 * @property {[minute: number, mib: number][]} memory
 * @property {number} slope MiB an hour, since the caches were full
 */

/**
 * @param {import('../databases/with-databases.js').Database} database
 * @param {import('../load/load.js').Load} load
 * @param {number} minutes
 * @returns {Promise<Soak>}
 */
export async function soak({ kind, size, url }, load, minutes) {
  const service = await startService(url, SERVICES.cached());
  try {
    const requests = mixture(await findTargets(service.root));
    const { count, memory } = await watched(service, load, { requests, minutes });
    const settled = memory.filter(([minute]) => minute >= SETTLED * minutes);
    return { kind, size, requests: count, memory, slope: 60 * slope(settled) };
  } finally {
    await service.stop();
  }
}

/**
 * @param {import('../processes/service.js').Service} service
 * @param {import('../load/load.js').Load} load
 * @param {{ requests: string[], minutes: number }} plan
 * @returns {Promise<{ count: number, memory: Soak['memory'] }>}
 */
async function watched({ pid, port }, load, { requests, minutes }) {
  const start = performance.now();
  const memory = [];
  let [count, first, minute] = [0, 0, 0];
  while (minute < minutes) {
    const seconds = Math.min(INTERVAL, 60 * (minutes - minute));
    const answers = await load.send({ port, requests, first, clients: CLIENTS, seconds, status: 200 });
    count += answers.count;
    first = answers.next;
    minute = (performance.now() - start) / 60_000;
    memory.push([minute, residentBytes(pid) / MIB]);
    say(`  ${minute.toFixed(1)} min: ${memory.at(-1)[1].toFixed(0)} MiB`);
  }
  return { count, memory };
}
