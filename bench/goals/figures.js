/** Reads figures out of a result; undefined where the case was not measured. */

/** @typedef {import('../measure/calendar.js').Result} Result */

/**
 * @param {Result | undefined} result
 * @param {string} name
 */
const caseOf = (result, name) => result?.cases.find((one) => one.name === name);

/**
 * @param {Result | undefined} result
 * @param {string} name
 * @returns {number | undefined} microseconds of processor time per request, of application and database
 */
export function cpu(result, name) {
  const { appCpu, databaseCpu } = caseOf(result, name)?.median ?? {};
  return appCpu === undefined || databaseCpu === null ? undefined : appCpu + databaseCpu;
}

/** The same in times that the list of ten is parsed and written. */
export const units = (result, name) => quotient(cpu(result, name), caseOf(result, name)?.median?.unit);

export const perSecond = (name) => (result) => caseOf(result, name)?.median?.requestsPerSecond;

/** Milliseconds that one of a hundred takes longer than. */
export const slowest = (name) => (result) => caseOf(result, name)?.median?.p99;

/** Milliseconds in the median. */
export const time = (result, name) => caseOf(result, name)?.median?.p50;

/** Statements of a request that was there before. */
export const statements = (result, name) => caseOf(result, name)?.statements;

/**
 * @param {number | undefined} one
 * @param {number | undefined} other
 */
export const quotient = (one, other) => (one === undefined || other === undefined ? undefined : one / other);

/** @param {(number | undefined)[]} values */
export function largest(values) {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
