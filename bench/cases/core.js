/**
 * What the service does with nothing kept (`CACHE_MB=0`): each question as a visitor and with a key, by one client and by
 * eight, and beside it a bare server that runs the same statements; then writes, which change the calendar.
 */
import { always, CREATED, each } from './request-lists.js';

const EIGHT = 8;

/** Different requests of a question: the bare server is told the statements of each. */
const REQUESTS = 40;

const text = encodeURIComponent;

/** Spread over all of them, so that neighbours do not share their pages. */
const some = (values) =>
  Array.from({ length: Math.min(REQUESTS, values.length) }, (_, turn) => values[(turn * 7919) % values.length]);

const window = ([start, end]) => `start_date=${start}&end_date=${end}`;
const perWindow =
  (more) =>
  ({ windows }) =>
    each(some(windows), (one) => `/events?${window(one)}${more}`);

/** In some window each, the same for the same turn. */
const windowed = (of, parameter) => (targets) =>
  each(
    some(of(targets)),
    (value, turn) => `/events?${parameter}=${text(value)}&${window(some(targets.windows)[turn])}`,
  );

/** @type {[name: string, title: string, requests: import('./cases.js').Case['requests']][]} */
const reads = [
  ['list', 'list of 10', perWindow('')],
  ['list-100', 'list of 100', perWindow('&per_page=100')],
  ['list-100-lean', 'list of 100, four fields', perWindow('&per_page=100&_fields=id,title,starts_at,url')],
  ['feed', 'feed of 1,000 as .ics', () => always('/events.ics')],
  ['id', 'one by id', ({ ids }) => each(some(ids), (id) => `/events/${id}`)],
  ['slug', 'one by slug', ({ slugs }) => each(some(slugs), (slug) => `/events/by-slug/${text(slug)}`)],
  ['category', 'by category', windowed(({ categories }) => categories, 'categories')],
  ['venue', 'by venue', windowed(({ venues }) => venues, 'venue')],
  ['overlap', 'overlap', ({ days }) => each(some(days), (day) => `/events?from=${day}&to=${day}`)],
  ['search', 'search', perWindow('&search=concert')],
];

/** @type {(question: (typeof reads)[number]) => import('./cases.js').Case[]} */
const ways = ([name, title, requests]) => {
  const asked = { requests, status: 200, clients: 1 };
  return [
    { ...asked, name: `core-${name}`, title, subject: 'core' },
    { ...asked, name: `core-${name}-key`, title: `${title}, with a key`, subject: 'core', isKeyed: true },
    { ...asked, name: `core-${name}-8`, title: `${title}, 8 clients`, subject: 'core', clients: EIGHT },
    { ...asked, name: `bare-${name}`, title: `bare: the statements of ${title}`, subject: 'same-sql' },
  ];
};

const day = (turn) => new Date(Date.now() + (30 + (turn % 300)) * 86_400_000).toISOString().slice(0, 10);

const times = (turn, hour) => ({ start_date: `${day(turn)} ${hour}:00:00`, end_date: `${day(turn)} 23:00:00` });

/** With a venue, a category and a tag, in both languages. */
const creation = ({ venues, categories, tags }, turn, pick) => ({
  title: `A concert of the benchmark ${turn}`,
  description: '<p>What will be <em>played</em> is told at the door.</p>',
  translations: {
    fr: { title: `Un concert de l’essai ${turn}`, description: '<p>Ce qui sera joué est dit à l’entrée.</p>' },
  },
  ...times(pick(turn), 20),
  ...{ venue: [venues[pick(turn) % venues.length]], categories: [categories[pick(turn) % categories.length]] },
  ...{ tags: [tags[pick(turn) % tags.length]], cost: '10 - 20' },
});

/** More than a run sends: no title comes twice. */
const WRITES = 20_000;

const apart = (turn) => turn;
const inOnePlace = () => 0;

const creations = (pick, from) => (targets) =>
  Array.from({ length: WRITES }, (_, turn) => ({
    ...{ path: '/events', method: 'POST', body: creation(targets, from + turn, pick) },
  }));

const changes =
  (change) =>
  ({ changed, venues }) =>
    Array.from({ length: WRITES }, (_, turn) => ({
      ...{ path: `/events/${changed[turn % changed.length]}`, method: 'PATCH', body: change(turn, venues) },
    }));

/** @type {[name: string, title: string, requests: import('./cases.js').Case['requests'], status: number][]} */
const writes = [
  ['create', 'creation, links apart', creations(apart, 0), CREATED],
  ['create-hot', 'creation, one category and day', creations(inOnePlace, WRITES), CREATED],
  ['title', 'change of a title', changes((turn) => ({ title: `Changed by the benchmark ${turn}` })), 200],
  ['time', 'change of a time', changes((turn) => times(turn, 10 + (turn % 10))), 200],
  ['link', 'change of a link', changes((turn, venues) => ({ venue: [venues[turn % venues.length]] })), 200],
  ['delete', 'deletion', ({ deleted }) => deleted.map((id) => ({ path: `/events/${id}`, method: 'DELETE' })), 200],
];

/** Of what one client and eight clients do, so that neither repeats what the other has done. */
const half = (requests, part) => (targets) => requests(targets).filter((_request, turn) => turn % 2 === part);

/** @type {(write: (typeof writes)[number]) => import('./cases.js').Case[]} */
const byOneAndEight = ([name, title, requests, status]) => {
  const asked = { subject: 'core', isKeyed: true, isWrite: true, status };
  return [
    { ...asked, name: `core-${name}`, title, requests: half(requests, 0), clients: 1 },
    { ...asked, name: `core-${name}-8`, title: `${title}, 8 clients`, requests: half(requests, 1), clients: EIGHT },
  ];
};

/** Who reads while eight clients write as fast as they can. */
const readers = [
  ['id', 'one by id'],
  ['list', 'list of 10'],
].map(([name, title]) => ({
  ...{ name: `core-${name}-beside`, title: `${title}, beside 8 clients who create`, beside: 'core-create-8' },
  // It changes the calendar like these.
  ...{ subject: 'core', clients: 1, status: 200, isWrite: true },
  requests: reads.find(([read]) => read === name)[2],
}));

/** @type {import('./cases.js').Case[]} */
export const CORE = [...reads.flatMap(ways), ...writes.flatMap(byOneAndEight), ...readers];
