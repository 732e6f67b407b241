/** The benchmark cases: their requests and goals. */
import { always, atLeast, atMost, goalFor, within } from './goals.js';

/**
 * @typedef {object} Request
 * @property {string} path below the language root
 * @property {string} [method]
 * @property {object} [body]
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} title
 * @property {string} goal its number
 * @property {import('./goals.js').Limits} limits
 * @property {'uncached' | 'cached' | 'nest'} subject the process that is asked
 * @property {number} [clients] at once; by default one where the goal is a response time, and else eight
 * @property {number} status of every response
 * @property {boolean} [isKeyed] whether an editor's key is sent
 * @property {boolean} [isWrite]
 * @property {(targets: import('./targets.js').Targets) => (turn: number) => Request} requests
 */

/** Concurrent clients for processor time. With one, waking up the process would cost more than the work. */
const EIGHT = 8;

const day = (turn) => new Date(Date.now() + turn * 86_400_000).toISOString().slice(0, 10);
const pick = (values, turn) => values[(turn * 7919) % values.length];
const between = (turn, days) => `start_date=${day(turn % 300)}&end_date=${day((turn % 300) + days)}`;

/** @type {(name: string, title: string, goal: string, limits: import('./goals.js').Limits, path: (targets: import('./targets.js').Targets, turn: number) => string, more?: Partial<Case>) => Case} */
const read = (name, title, goal, limits, path, more) => ({
  ...{ name, title, goal, limits, subject: 'uncached', status: 200 },
  requests: (targets) => (turn) => ({ path: path(targets, turn) }),
  ...more,
});

const LIST = { small: atMost('u', 9, 16), large: atMost('ms', 30, 50), huge: atMost('ms', 500) };
const RECORD = { ...always(atMost('u', 2, 4)), huge: atMost('u', 2, 4) };
const MISTYPED_SEARCH = { small: atMost('u', 13.5, 24), large: atMost('ms', 90, 150) };
const SUGGESTIONS = { small: atMost('u', 5), large: atMost('u', 8) };
const SEARCH = { small: atMost('u', 13.5, 24), large: atMost('ms', 80) };
const RARE_SEARCH = { small: SEARCH.small, large: atMost('ms', 60, 80) };

/** Words of the seeded texts (`tools/seed/natural-words.ts`) that up to a hundredth of the events have, and parts of words. */
const RARE_WORDS = ['tingmack', 'pragror', 'graigo', 'saichi', 'praplall', 'mingdai'];
const RARE_PARTS = ['ngmack', 'fflack', 'nglor', 'aibre'];

/** What a person types who looks for words of the seeded titles: with mistakes, and so far. */
const MISTYPED = ['conecrt', 'festivla', 'obsrevatory', 'lighthuose', 'gardne', 'jzaz', 'marcket', 'converstion'];
const MISTYPED_TWICE = ['cnocetr', 'festvial', 'obsrevatroy', 'lighthuoes', 'gradne', 'convrestaion', 'markteing'];
const TYPED = ['conc', 'ja', 'obs', 'lighth', 'garden%20t', 'flea%20mar', 'the', 'xylo'];
const searching = (texts, turn) => `/events?search=${pick(texts, turn)}&${between(turn, 365)}`;

const reads = [
  read('list-day', 'list, one day', 'P1', LIST, (_all, turn) => `/events?${between(turn, 0)}`),
  read('list-month', 'list, a month', 'P1', LIST, (_all, turn) => `/events?${between(turn, 30)}`),
  read('list-years', 'list, two years', 'P1', LIST, (_all, turn) => `/events?${between(turn, 730)}`),
  read(
    'list-category',
    'list, by category',
    'P1',
    LIST,
    ({ categories }, turn) => `/events?categories=${pick(categories, turn)}&${between(turn, 365)}`,
  ),
  read(
    'list-venue',
    'list, by venue',
    'P1',
    LIST,
    ({ venues }, turn) => `/events?venue=${pick(venues, turn)}&${between(turn, 365)}`,
  ),
  read('list-key', 'list, a month, with a key', 'P1', LIST, (_all, turn) => `/events?${between(turn, 30)}`, {
    isKeyed: true,
  }),
  read('id', 'one by id', 'P2', RECORD, ({ ids }, turn) => `/events/${pick(ids, turn)}`),
  read(
    'slug',
    'one by slug',
    'P2',
    RECORD,
    ({ slugs }, turn) => `/events/by-slug/${encodeURIComponent(pick(slugs, turn))}`,
  ),
  read('search', 'search', 'P3', SEARCH, (_all, turn) => `/events?search=concert&${between(turn, 365)}`),
  read('search-word', 'search, a word of few events', 'P3', RARE_SEARCH, (_all, turn) => searching(RARE_WORDS, turn)),
  read('search-part', 'search, a part of rare words', 'P3', RARE_SEARCH, (_all, turn) => searching(RARE_PARTS, turn)),
  read('search-mistyped', 'search that found nothing', 'P18', MISTYPED_SEARCH, (_all, turn) =>
    searching(MISTYPED, turn),
  ),
  read('search-mistyped-twice', 'search with two mistakes in a word', 'P18', MISTYPED_SEARCH, (_all, turn) =>
    searching(MISTYPED_TWICE, turn),
  ),
  read(
    'search-mistyped-all',
    'search in names, too, that found nothing',
    'P18',
    MISTYPED_SEARCH,
    (_all, turn) => `${searching(MISTYPED, turn)}&search_in=all`,
  ),
  read(
    'search-suggestions',
    'suggestions while typing',
    'P18',
    SUGGESTIONS,
    (_all, turn) => `/search-suggestions?q=${pick(TYPED, turn)}`,
  ),
  read('cached', 'list from memory', 'P6', {}, () => '/events', { subject: 'cached', clients: EIGHT }),
  read('nest', 'the same bytes from a bare Nest handler', 'P6', {}, () => '/events', {
    subject: 'nest',
    clients: EIGHT,
  }),
  // With eight clients, the requests that a run cuts off would count as work of the few that it completes.
  read('feed', 'feed of 1,000 (.ics)', 'P7', always(atMost('u', 500)), () => '/events.ics', { clients: 1 }),
  read(
    'counts-day',
    'counts of a month by day',
    'P8',
    { small: atMost('ms', 10), large: atMost('ms', 50) },
    (_all, turn) => `/events/counts?by=day&from=${day(turn % 300)}&to=${day((turn % 300) + 30)}`,
  ),
  read(
    'counts-category',
    'counts by category',
    'P8',
    { small: atMost('ms', 25), large: atMost('ms', 200) },
    () => '/events/counts?by=category',
  ),
];

/** Creates an event with a venue, a category and a tag, in both languages. */
const creation =
  (series) =>
  ({ venues, categories, tags }) =>
  (turn) => ({
    path: '/events',
    method: 'POST',
    body: {
      title: `Benchmark ${series} ${turn}`,
      description: '<p>What will be <em>played</em> is announced at the door.</p>',
      translations: {
        fr: { title: `Essai ${series} ${turn}`, description: '<p>Le programme est annoncé à l’entrée.</p>' },
      },
      ...{ start_date: `${day(30 + (turn % 300))} 20:00:00`, end_date: `${day(30 + (turn % 300))} 23:00:00` },
      ...{ venue: [pick(venues, turn)], categories: [pick(categories, turn)], tags: [pick(tags, turn)] },
    },
  });

const change =
  (series) =>
  ({ ids }) =>
  (turn) => ({
    path: `/events/${ids[turn % ids.length]}`,
    method: 'PATCH',
    body: { title: `Changed ${series} ${turn}` },
  });

/** @type {Case[]} */
const writes = [
  { name: 'create', title: 'creation', goal: 'P4', limits: within(1.3, atMost('u', 12.5, 21.25)), status: 201 },
  {
    name: 'create-8',
    title: 'creation, 8 clients',
    goal: 'P4',
    limits: { small: atLeast('/s', 80, 250) },
    clients: EIGHT,
    status: 201,
  },
  {
    name: 'title',
    title: 'a changed title',
    goal: 'P5',
    limits: within(1.3, atMost('u', 7.7, 15.4)),
    status: 200,
  },
].map((write) => ({
  ...{ ...write, subject: 'uncached', isKeyed: true, isWrite: true },
  requests: write.status === 201 ? creation(write.name) : change(write.name),
}));

/** Writes change the calendar, so they come last. */
export const CASES = [...reads, ...writes];

/**
 * @param {Case} one
 * @param {{ kind: string, size: number }} calendar
 */
export const clientsOf = ({ clients, limits }, calendar) =>
  clients ?? (goalFor(limits, calendar)?.unit === 'ms' ? 1 : EIGHT);
