/** What many people ask for at once. */
import { RESPONSE_TIME } from '../cases/response-time.js';
import { largeLists } from '../measure/full-cache.js';
import { requestText } from '../load/requests.js';

/** Searches and pages far in take seconds on some databases: the rest would stand still meanwhile. */
const LEFT_OUT = new Set(['search-common', 'search-rare', 'page-1000']);

const LENGTH = 20_000;

/** Every fifth request is a long list that was not asked for before, so that the caches stay full and never stay the same. */
const LARGE = 5;

/**
 * @param {import('../cases/targets.js').Targets} targets
 * @returns {string[]}
 */
export function mixture(targets) {
  const kinds = RESPONSE_TIME.filter(({ name }) => !LEFT_OUT.has(name));
  const lists = kinds.map(({ requests }) => requests(targets)).filter((requests) => requests.length > 0);
  const large = largeLists(targets);
  const inTurn = (values, turn) => values[turn % values.length];
  return Array.from({ length: LENGTH }, (_, turn) => {
    if (turn % LARGE === 0) return inTurn(large, turn / LARGE);
    const { path, headers } = inTurn(inTurn(lists, turn), Math.floor(turn / lists.length));
    return requestText(path, headers);
  });
}
