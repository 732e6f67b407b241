/** How many statements the database gets for one request. */
import { ask } from '../processes/ask.js';
import { median } from './statistics.js';

/** Requests of each case: different ones, where it has several. */
const REQUESTS = 3;

/** How often they are asked for again, in turn. */
const AGAIN = 5;

/**
 * @typedef {object} StatementCounts
 * @property {number} cold the most for a request that was not there before; what is linked may be known from others
 * @property {number} warm for the same requests again, in the median: now and then one has to look whether anything changed
 */

/**
 * @param {import('../processes/recorder.js').Recorder} recorder
 * @param {import('../cases/request-lists.js').Request[]} requests
 * @returns {Promise<StatementCounts>}
 */
export async function countStatements(recorder, requests) {
  const some = requests.slice(0, REQUESTS);
  const countAll = async (asked) => {
    const counts = [];
    for (const { path, headers } of asked) {
      const statements = await recorder.during(() => ask(recorder.root + path, { headers }));
      counts.push(statements.length);
    }
    return counts;
  };
  const cold = await countAll(some);
  const warm = await countAll(Array.from({ length: AGAIN }, (_, index) => some[index % some.length]));
  return { cold: Math.max(...cold), warm: median(warm) };
}
