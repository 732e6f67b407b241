/** Lists of requests that are sent in turn: nothing is measured at a single lucky record. */

/** @typedef {{ path: string, headers?: Record<string, string> }} Request the path below the language root's namespace */

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
