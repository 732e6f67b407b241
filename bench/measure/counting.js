/** What is found out before anything is timed: what to ask for, what the service does for it, and how many statements that takes. */
import { findTargets } from '../cases/targets.js';
import { startRecorder } from '../processes/recorder.js';
import { takeSample } from '../processes/sample.js';
import { SERVICES } from '../processes/subjects.js';
import { measureBurst } from './burst.js';
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
 * @param {string} url
 * @param {import('../cases/cases.js').Case[]} cases
 * @returns {Promise<Counted>}
 */
export async function countBeforehand(url, cases) {
  // What to ask for is found out with the first, be it asked for more or not.
  const recorders = { uncached: await startRecorder(url, SERVICES.uncached()) };
  if (cases.some(({ subject }) => subject === 'cached')) recorders.cached = await startRecorder(url, SERVICES.cached());
  try {
    // First the crowd: it changes an event, and with it the answers.
    const burst = recorders.cached && (await measureBurst(recorders.cached, url));
    const targets = await findTargets(recorders.uncached.root);
    const sample = await takeSample(url, recorders.uncached);
    const requests = new Map(cases.map((one) => [one.name, one.requests(targets)]));
    return { targets, sample, requests, burst, statements: await countAll(recorders, cases, requests) };
  } finally {
    await Promise.all(Object.values(recorders).map((recorder) => recorder.stop()));
  }
}

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
