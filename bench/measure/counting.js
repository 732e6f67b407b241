/** What is found out before anything is timed: what to ask for, what the service does for it, and how many statements that takes. */
import { findTargets, findTargetsOfWrites } from '../cases/targets.js';
import { startRecorder } from '../processes/recorder.js';
import { takeSample } from '../processes/sample.js';
import { SERVICES } from '../processes/subjects.js';
import { editorsKey, measureBurst } from './burst.js';
import { countStatements } from './statements.js';

/**
 * @typedef {object} Counted
 * @property {import('../cases/targets.js').Targets} targets
 * @property {import('../processes/sample.js').Sample} sample
 * @property {Map<string, import('../cases/request-lists.js').Request[]>} requests of each case
 * @property {Map<string, import('./statements.js').StatementCounts>} statements of the cases that they are counted for
 * @property {import('./burst.js').Burst} [burst] where the cache of answers is among the cases
 */

/**
 * @param {import('../databases/with-databases.js').Database} database
 * @param {import('../cases/cases.js').Case[]} cases
 * @returns {Promise<Counted>}
 */
export async function countBeforehand({ url, size }, cases) {
  // What to ask for is found out with the first, be it asked for more or not.
  const recorders = { core: await startRecorder(url, SERVICES.core()) };
  if (cases.some(({ subject }) => subject === 'cached')) recorders.cached = await startRecorder(url, SERVICES.cached());
  try {
    // First the crowd: it changes an event, and with it the answers.
    const burst = recorders.cached && (await measureBurst(recorders.cached, url));
    const writes = cases.some(({ isWrite }) => isWrite) ? await findTargetsOfWrites(recorders.core.root, size) : {};
    const targets = { ...(await findTargets(recorders.core.root)), ...writes };
    const key = cases.some(({ isKeyed, isWrite }) => isKeyed || isWrite) ? await editorsKey(url) : undefined;
    const requests = new Map(cases.map((one) => [one.name, keyed(one, key)(one.requests(targets))]));
    const bare = cases.filter(({ subject }) => subject === 'same-sql').flatMap(({ name }) => requests.get(name));
    const sample = await takeSample(url, recorders.core, new Set(bare.map(({ path }) => path)));
    const reads = cases.filter(({ isWrite }) => !isWrite);
    return { targets, sample, requests, burst, statements: await countAll(recorders, reads, requests) };
  } finally {
    await Promise.all(Object.values(recorders).map((recorder) => recorder.stop()));
  }
}

const keyed =
  ({ isKeyed }, key) =>
  (requests) =>
    requests.map((one) =>
      isKeyed || one.isKeyed ? { ...one, headers: { ...one.headers, Authorization: `Bearer ${key}` } } : one,
    );

/**
 * @param {Record<string, import('../processes/recorder.js').Recorder>} recorders
 * @param {import('../cases/cases.js').Case[]} cases
 * @param {Counted['requests']} requests
 */
async function countAll(recorders, cases, requests) {
  const counts = new Map();
  for (const { name, subject } of cases) {
    const [recorder, asked] = [recorders[subject], requests.get(name)];
    if (recorder && asked.length > 0) counts.set(name, await countStatements(recorder, asked));
  }
  return counts;
}
