/** Fills databases, and knows which ones are filled already. */
import { filesBelow, hashOf } from '../../scripts/lib/hash.js';
import { inProject } from '../../scripts/lib/project.js';
import { timed } from '../../scripts/lib/say.js';
import { runCommand } from '../processes/command.js';

/** The day around which the events lie: the default list shows what begins from today on. */
const middle = `${new Date().toISOString().slice(0, 7)}-01`;

const sources = ['database/migrations', 'extensions/geoloc', 'seed', 'common/text'];

/** Says of a seeded database what it was made by; kept in a table of its own, written when everything is there. */
export const STAMP_TABLE = 'bench_stamp';

/** @returns {string} the stamp of a database that would be made now */
export const currentStamp = () => `${middle} ${hashOf(sources.flatMap((name) => filesBelow(inProject('src', name))))}`;

/**
 * @param {string} title
 * @param {number} size
 * @param {string} url
 */
export const seed = (title, size, url) =>
  timed(`Seeding ${title}`, () => runCommand('seed', ['--events', String(size), '--from', middle], url));
