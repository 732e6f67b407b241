/** The goals, held against results. */
import { COST_GOALS } from './cost.js';
import { COUNT_GOALS } from './counts.js';
import { isMet } from './goal.js';
import { TIME_GOALS } from './time.js';

/** @typedef {import('../measure/calendar.js').Result} Result */

const number = ({ id }) => Number(id.slice(1));

const GOALS = [...COST_GOALS, ...TIME_GOALS, ...COUNT_GOALS].sort((one, other) => number(one) - number(other));

/**
 * @typedef {object} Assessed
 * @property {string} id
 * @property {string} title
 * @property {import('./goal.js').Limit} limit
 * @property {{ limit: number | undefined, value: number | undefined, met: boolean | undefined }[]} cells one for each result
 */

/**
 * @param {Result[]} results
 * @returns {Assessed[]} the goals that can be said something of
 */
export function assess(results) {
  const rows = GOALS.map(({ id, title, limit, value }) => ({
    ...{ id, title, limit },
    cells: results.map((result) => cell(limit, result, value(result, smallestLike(result, results)))),
  }));
  return rows.filter(({ cells }) => cells.some(({ value }) => value !== undefined));
}

const cell = (limit, result, value) => ({
  limit: limit.of(result),
  value,
  met: value === undefined ? undefined : isMet(limit, result, value),
});

/** @param {Result} result */
const smallestLike = (result, results) =>
  results.filter(({ kind }) => kind === result.kind).reduce((one, other) => (other.size < one.size ? other : one));
