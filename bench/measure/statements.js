/** How many statements the database gets for one request. */
import { ask } from '../processes/ask.js';

/** Requests of each case: different ones, where it has several. */
const REQUESTS = 3;

/**
 * @typedef {object} StatementCounts
 * @property {number} cold the most for a request that was not there before; what is linked may be known from others
 * @property {number} warm the mean for the same requests once more
 */

/**
 * @param {import('../processes/recorder.js').Recorder} recorder
 * @param {import('../cases/request-lists.js').Request[]} requests
 * @returns {Promise<StatementCounts>}
 */
export async function countStatements(recorder, requests) {
  const some = requests.slice(0, REQUESTS);
  const count = async ({ path, headers }) =>
    (await recorder.during(() => ask(recorder.root + path, { headers }))).length;
  const counts = { cold: [], warm: [] };
  for (const pass of ['cold', 'warm']) for (const request of some) counts[pass].push(await count(request));
  const sum = counts.warm.reduce((all, one) => all + one, 0);
  return { cold: Math.max(...counts.cold), warm: sum / some.length };
}
