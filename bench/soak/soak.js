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
export async function soak(database, load, minutes) {
  const service = await startService(database.url, SERVICES.cached());
  try {
    const requests = mixture(await findTargets(service.root));
    const traffic = { port: service.port, requests, clients: CLIENTS, seconds: 60 * minutes, status: 200 };
    const watch = watchMemory(service.pid);
    const { count } = await load.send(traffic);
    const memory = watch.stop();
    const settled = memory.filter(([minute]) => minute >= SETTLED * minutes);
    return { kind: database.kind, size: database.size, requests: count, memory, slope: 60 * slope(settled) };
  } finally {
    await service.stop();
  }
}

/** @param {number} pid */
function watchMemory(pid) {
  const start = performance.now();
  const memory = [];
  const look = () => {
    memory.push([(performance.now() - start) / 60_000, residentBytes(pid) / MIB]);
    const [minute, mib] = memory.at(-1);
    say(`  ${minute.toFixed(1)} min: ${mib.toFixed(0)} MiB`);
  };
  const timer = setInterval(look, 1000 * INTERVAL);
  const stop = () => {
    clearInterval(timer);
    look();
    return memory;
  };
  return { stop };
}
