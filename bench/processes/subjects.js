/** The processes that answer: the service with several settings, and the baselines. All of them run through the whole measurement, so that every ratio is of one moment. */
import { Failure } from '../../scripts/lib/failure.js';
import { ask } from './ask.js';
import { startBaseline } from './baseline.js';
import { startService } from './service.js';

/** @typedef {import('./service.js').Subject} Subject */

/** What each service is started with. */
export const SERVICES = {
  uncached: () => ({ ANSWER_CACHE: 'off' }),
  cached: () => ({}),
  guarded: () => ({ LOG_LEVEL: 'info', RATE_LIMIT: 'on', TRUST_PROXY: '1' }),
  workers: (workers) => ({ WEB_CONCURRENCY: String(workers) }),
};

/** Below which everything is asked. */
export const ROOT = '/en/cal/events/v1';

/** @param {Subject} subject */
export const rootOf = ({ port }) => `http://127.0.0.1:${port}${ROOT}`;

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
  'not-modified': ({ notModified }) => startBaseline('not-modified', notModified),
  'same-sql': ({ list, statements, databaseUrl }) => startBaseline('same-sql', list, { statements, databaseUrl }),
};

/**
 * @typedef {object} Sample what a service did for the default list
 * @property {import('./ask.js').Answer} list
 * @property {import('./ask.js').Answer} notModified
 * @property {import('./record-statements.js').Statement[]} statements
 * @property {string} databaseUrl
 */

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

/**
 * @param {string} databaseUrl
 * @param {import('./recorder.js').Recorder} recorder a service without the cache of answers
 * @returns {Promise<Sample>}
 */
export async function takeSample(databaseUrl, recorder) {
  const url = `${rootOf(recorder)}/events`;
  await ask(url);
  const list = await ask(url);
  const statements = await recorder.during(() => ask(url));
  const notModified = await ask(url, { headers: { 'If-None-Match': list.headers.etag } });
  return { list, notModified, statements, databaseUrl };
}

/**
 * A comparison is worth nothing where one of the two sends something else.
 * @param {Map<string, Subject>} subjects
 * @param {Sample} sample
 */
export async function assertSameBytes(subjects, { list, notModified }) {
  for (const [name, subject] of subjects) {
    const { status, body } = await ask(`${rootOf(subject)}/events`, { headers: askingFor(name, notModified) });
    const expected = name === 'not-modified' ? notModified : list;
    if (status !== expected.status || !body.equals(expected.body))
      throw new Failure(
        `What "${name}" answers, ${status} with ${body.length} bytes, is not what the service answered before.`,
      );
  }
}

const askingFor = (name, { headers }) => (name === 'not-modified' ? { 'If-None-Match': headers.etag } : {});
