import { cpus, loadavg } from 'node:os';

/**
 * @typedef {object} Surroundings what the figures depend on
 * @property {string} date
 * @property {number} cores
 * @property {string} processor
 * @property {string} node
 * @property {string[]} databases
 * @property {string} load of the last minute before the start
 * @property {number} occurrences percent of the events that are of series
 * @property {number} runs
 * @property {number} seconds
 */

/**
 * To be taken before anything is measured.
 * @param {import('../options.js').Options} options
 * @returns {Surroundings}
 */
export const surroundingsOf = ({ occurrences, runs, seconds }) => ({
  date: new Date().toISOString().slice(0, 10),
  cores: cpus().length,
  processor: cpus()[0]?.model.trim() ?? 'an unknown processor',
  node: process.versions.node,
  databases: [],
  load: loadavg()[0].toFixed(2),
  ...{ occurrences, runs, seconds },
});
