/** What there is to ask a seeded calendar for: the same questions at every size, each about as narrow. */
import { ask, askJson } from '../processes/ask.js';

const DAY = 24 * 3_600_000;

/** In the text of one event in ten, whatever the size. */
const COMMON_WORD = 'concert';

/**
 * @typedef {object} Targets
 * @property {number} total events of the default list
 * @property {number[]} ids
 * @property {string[]} slugs
 * @property {number[]} categories
 * @property {number[]} tags
 * @property {number[]} venues
 * @property {number[]} organizers
 * @property {string[]} pastDays
 * @property {string[]} days from today on
 * @property {[string, string][]} windows first and last day, no two alike
 * @property {string} commonWord
 * @property {string} rareWord
 * @property {string} etag of the default list
 * @property {number[]} [changed] events that writes change, all over the calendar
 * @property {number[]} [deleted] others, that writes delete
 */

/**
 * @param {string} root such as `http://127.0.0.1:3000/en/cal/events/v1`
 * @returns {Promise<Targets>}
 */
export async function findTargets(root) {
  const { headers } = await ask(`${root}/events`);
  const { events, total } = await askJson(`${root}/events?per_page=100`);
  const open = events.filter(isOpen);
  const linked = (field) => [...new Set(events.flatMap((event) => event[field].map(({ id }) => id)))];
  return {
    total,
    ids: open.map(({ id }) => id),
    slugs: open.map(({ slug }) => slug),
    categories: linked('categories'),
    tags: linked('tags'),
    venues: linked('venue'),
    organizers: linked('organizer'),
    pastDays: days(-800, 100),
    days: days(1, 100),
    windows: windows(),
    commonWord: COMMON_WORD,
    rareWord: await rarestWord(root, events),
    etag: headers.etag,
  };
}

const isOpen = ({ password_protected: isProtected }) => !isProtected;

/**
 * @param {string} root
 * @param {number} size events of the calendar
 * @returns {Promise<Pick<Targets, 'changed' | 'deleted'>>}
 */
export async function findTargetsOfWrites(root, size) {
  const ids = [];
  for (let page = 1; page <= Math.min(80, Math.floor(size / 125)); page += 1) {
    const { events } = await askJson(`${root}/events?from=1000-01-02&orderby=id&per_page=100&page=${page}`);
    ids.push(...events.filter(isOpen).map(({ id }) => id));
  }
  return { changed: ids.filter((id) => id % 4 === 0), deleted: ids.filter((id) => id % 4 !== 0) };
}

/**
 * @param {number} first days from today
 * @param {number} count
 */
const days = (first, count) => Array.from({ length: count }, (_, index) => dayText(first + index));

const dayText = (fromToday) => new Date(Date.now() + fromToday * DAY).toISOString().slice(0, 10);

/** So many that no run comes round to the first again while a cache still has it. */
function windows() {
  const lengths = Array.from({ length: 40 }, (_, index) => 20 * (index + 1));
  return lengths.flatMap((length) =>
    Array.from({ length: 200 }, (_, start) => [dayText(start), dayText(start + length)]),
  );
}

/** Of the words of the first titles one that is found, but as seldom as can be. */
async function rarestWord(root, events) {
  const words = events.flatMap(({ title }) => title.match(/\p{L}{5,}/gu) ?? []);
  const once = words.filter((word) => words.indexOf(word) === words.lastIndexOf(word)).slice(0, 5);
  const found = [];
  for (const word of once) {
    const { total } = await askJson(`${root}/events?per_page=1&search=${encodeURIComponent(word)}`);
    found.push({ word, total });
  }
  return found.sort((one, other) => one.total - other.total)[0].word;
}
