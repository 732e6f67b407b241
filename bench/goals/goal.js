/** What a goal is. */

/** @typedef {import('../measure/calendar.js').Result} Result */

/**
 * @typedef {object} Limit
 * @property {'at most' | 'at least'} is
 * @property {string} unit
 * @property {(result: Result) => number} of
 */

/**
 * @typedef {object} Goal
 * @property {string} id
 * @property {string} title
 * @property {Limit} limit
 * @property {(result: Result, smallest: Result) => number | undefined} value undefined where it was not measured; `smallest`
 *   is the result of the same database with the fewest events
 */

/**
 * @param {string} id
 * @param {string} title
 * @param {Limit} limit
 * @param {Goal['value']} value
 * @returns {Goal}
 */
export const goal = (id, title, limit, value) => ({ id, title, limit, value });

/**
 * @param {number | ((result: Result) => number)} limit
 * @param {string} [unit]
 * @returns {Limit}
 */
export const atMost = (limit, unit = 'x') => ({
  is: 'at most',
  unit,
  of: typeof limit === 'number' ? () => limit : limit,
});

/**
 * @param {number} limit
 * @param {string} [unit]
 * @returns {Limit}
 */
export const atLeast = (limit, unit = 'x') => ({ is: 'at least', unit, of: () => limit });

/**
 * @param {Limit} limit
 * @param {Result} result
 * @param {number} value
 * @returns {boolean}
 */
export const isMet = ({ is, of }, result, value) => (is === 'at most' ? value <= of(result) : value >= of(result));
