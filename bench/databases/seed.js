/** Fills databases, and knows which ones are filled already. */
import { filesBelow, hashOf } from '../../scripts/lib/hash.js';
import { inProject } from '../../scripts/lib/project.js';
import { timed } from '../../scripts/lib/say.js';
import { runCommand } from '../processes/command.js';

/** The day around which the events lie: the default list shows what begins from today on. */
const middle = `${new Date().toISOString().slice(0, 7)}-01`;

const sources = ['database/migrations', 'extensions/geoloc', 'seed', 'values/text'];

/** Says of a seeded database what it was made by; kept in a table of its own, written when everything is there. */
export const STAMP_TABLE = 'bench_stamp';

/**
 * @param {number} occurrences
 * @returns {string} the stamp of a database that would be made now
 */
export const currentStamp = (occurrences) =>
  `${middle} ${occurrences} ${hashOf(sources.flatMap((name) => filesBelow(inProject('src', name))))}`;

/**
 * @param {string} title
 * @param {number} size
 * @param {number} occurrences percent
 * @param {string} url
 */
export const seed = (title, size, occurrences, url) => {
  const given = ['--events', String(size), '--occurrences', String(occurrences), '--from', middle];
  return timed(`Seeding ${title}`, () => runCommand('seed', given, url));
};
