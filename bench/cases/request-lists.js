/** Lists of requests that are sent in turn: nothing is measured at a single lucky record. */

/**
 * @typedef {object} Request
 * @property {string} path below the language root's namespace
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {object} [body]
 * @property {boolean} [isKeyed] whether an editor's key is shown, where the case shows none
 */

/** The status of an answer to a creation. */
export const CREATED = 201;

/**
 * @template T
 * @param {T[]} values
 * @param {(value: T, index: number) => string} path
 * @returns {Request[]} one for each
 */
export const each = (values, path) => values.map((value, index) => ({ path: path(value, index) }));

/**
 * @param {string} path
 * @returns {Request[]}
 */
export const always = (path) => [{ path }];
