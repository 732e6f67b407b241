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
 * @property {number[]} authors
 * @property {number[]} parents events that others are below of
 * @property {string[]} pastDays
 * @property {string[]} days from today on
 * @property {[string, string][]} windows first and last day, no two alike
 * @property {string} commonWord
 * @property {string} rareWord
 * @property {string} etag of the default list
 */

/**
 * @param {string} root such as `http://127.0.0.1:3000/en/cal/events/v1`
 * @returns {Promise<Targets>}
 */
export async function findTargets(root) {
  const { headers } = await ask(`${root}/events`);
  const { events, total } = await askJson(`${root}/events?per_page=100`);
  const linked = (field) => [...new Set(events.flatMap((event) => event[field].map(({ id }) => id)))];
  return {
    total,
    ids: events.map(({ id }) => id),
    slugs: events.map(({ slug }) => slug),
    categories: linked('categories'),
    tags: linked('tags'),
    venues: linked('venue'),
    organizers: linked('organizer'),
    authors: [...new Set(events.map(({ author }) => author))],
    parents: await parentsOf(root),
    pastDays: days(-800, 100),
    days: days(1, 100),
    windows: windows(),
    commonWord: COMMON_WORD,
    rareWord: await rarestWord(root, events),
    etag: headers.etag,
  };
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

/** Of the events that were made first: few have one. */
async function parentsOf(root) {
  const { events } = await askJson(`${root}/events?per_page=100&from=1000-01-02&orderby=id`);
  return [...new Set(events.flatMap(({ post_parent: parent }) => parent ?? []))];
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
