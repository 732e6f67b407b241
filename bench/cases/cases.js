/** What is measured. */
import { CORE } from './core.js';
import { RESPONSE_TIME } from './response-time.js';
import { THROUGHPUT } from './throughput.js';
import { WEBSITE } from './website.js';

/**
 * @typedef {object} Case
 * @property {string} name for `--cases` and the JSON
 * @property {string} title for people
 * @property {string} subject the process that is asked, one of `processes/subjects.js`
 * @property {number} clients
 * @property {number} status of every answer
 * @property {boolean} [isKeyed] whether an editor's key is shown
 * @property {boolean} [isWrite] whether it changes the calendar: such cases come last
 * @property {string} [beside] the case that goes on meanwhile, by clients of its own
 * @property {(targets: import('./targets.js').Targets) => import('./request-lists.js').Request[]} requests sent in turn;
 *   none where the calendar is too small
 */

/** @type {Record<string, Case[]>} */
export const GROUPS = { throughput: THROUGHPUT, times: RESPONSE_TIME, core: CORE, website: WEBSITE };

/** What is measured where nothing else is said. */
export const USUAL = [...THROUGHPUT, ...RESPONSE_TIME];

/**
 * @param {Case[]} cases
 * @returns {Case[]} with those that go on meanwhile; each once
 */
export const withNeeded = (cases) => [
  ...new Set(cases.flatMap((one) => [one, ...(one.beside ? [BY_NAME.get(one.beside)] : [])])),
];

/** @type {Map<string, Case>} */
export const BY_NAME = new Map(Object.values(GROUPS).flatMap((group) => group.map((one) => [one.name, one])));
