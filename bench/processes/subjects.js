/**
 * The processes that answer: the service with several settings, and the baselines. All of them run through the whole
 * measurement, so that every ratio is of one moment.
 */
import { startBaseline } from './baseline.js';
import { startService } from './service.js';

/** @typedef {import('./service.js').Subject} Subject */
/** @typedef {import('./sample.js').Sample} Sample */

/** What each service is started with. */
export const SERVICES = {
  core: () => ({ CACHE_MB: '0' }),
  cached: () => ({}),
  guarded: () => ({ LOG_LEVEL: 'info', RATE_LIMIT: 'on', TRUST_PROXY: '1' }),
  workers: (workers) => ({ WEB_CONCURRENCY: String(workers) }),
};

/**
 * @param {Set<string>} names
 * @param {string} databaseUrl
 * @param {number} workers
 * @returns {Promise<Map<string, import('./service.js').Service>>}
 */
export async function startServices(names, databaseUrl, workers) {
  const services = new Map();
  // One after the other: how fast it is ready is measured too.
  for (const [name, settings] of Object.entries(SERVICES))
    if (names.has(name)) services.set(name, await startService(databaseUrl, settings(workers)));
  return services;
}

/** @type {Record<string, (sample: Sample) => Promise<Subject>>} */
const BASELINES = {
  'ready-bytes': ({ list }) => startBaseline('ready-bytes', list),
  'nest-bytes': ({ list }) => startBaseline('nest-bytes', list),
  'ready-feed': ({ feed }) => startBaseline('ready-bytes', feed),
  'not-modified': ({ notModified }) => startBaseline('not-modified', notModified),
  'same-sql': ({ list, statements, databaseUrl }) => startBaseline('same-sql', list, { statements, databaseUrl }),
};

/**
 * @param {Set<string>} names
 * @param {Sample} sample
 * @returns {Promise<Map<string, Subject>>}
 */
export async function startBaselines(names, sample) {
  const baselines = new Map();
  for (const [name, start] of Object.entries(BASELINES)) if (names.has(name)) baselines.set(name, await start(sample));
  return baselines;
}
