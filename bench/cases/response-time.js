/** How long one answer takes that is made anew: one client, who waits for each. */
import { always, each } from './request-lists.js';

/** Fewer than the smallest calendar has on most days: the pages are of one length whatever the size. */
const OF_A_DAY = 3;

const text = encodeURIComponent;

const window = ([start, end]) => `/events?per_page=1&start_date=${start}&end_date=${end}`;
const DAY = 24 * 3_600_000;
const month = (day) =>
  `/events/counts?by=day&from=${day}&to=${new Date(Date.parse(day) + 30 * DAY).toISOString().slice(0, 10)}`;
const oneDay = (day) => `/events?start_date=${day}&end_date=${day}&per_page=${OF_A_DAY}`;

/** @type {[name: string, title: string, requests: (targets: import('./targets.js').Targets) => import('./request-lists.js').Request[]][]} */
const questions = [
  ['list-alone', 'default list, one client', () => always('/events')],
  ['event-by-id', 'one event by id', ({ ids }) => each(ids, (id) => `/events/${id}`)],
  ['event-by-slug', 'one event by slug', ({ slugs }) => each(slugs, (slug) => `/events/by-slug/${text(slug)}`)],
  ['past-day', 'one day in the past', ({ pastDays }) => each(pastDays, oneDay)],
  ['overlap', 'overlap, `from` and `to`', ({ days }) => each(days, (day) => `/events?from=${day}&to=${day}`)],
  ['category', 'category', ({ categories }) => each(categories, (id) => `/events?categories=${id}`)],
  ['venue', 'venue', ({ venues }) => each(venues, (id) => `/events?venue=${id}`)],
  ['tag', 'tag', ({ tags }) => each(tags, (id) => `/events?tags=${id}`)],
  ['organizer', 'organizer', ({ organizers }) => each(organizers, (id) => `/events?organizer=${id}`)],
  ['search-common', 'search, a common word', ({ commonWord }) => always(`/events?search=${text(commonWord)}`)],
  ['search-rare', 'search, a rare word', ({ rareWord }) => always(`/events?search=${text(rareWord)}`)],
  ['counts-day', 'counts of a month by day', ({ days: ofMonths }) => each(ofMonths, month)],
  ['counts-category', 'counts by category', () => always('/events/counts?by=category')],
  ['counts-venue', 'counts by venue', () => always('/events/counts?by=venue')],
  ['page-1000', 'page 1,000', ({ total }) => (total > 9990 ? always('/events?page=1000') : [])],
  ['totals', 'total of a window', ({ windows }) => each(windows, window)],
  [
    'totals-category',
    'total of a window and a category',
    ({ windows, categories: ids }) =>
      each(windows, (one, index) => `${window(one)}&categories=${ids[index % ids.length]}`),
  ],
];

/** @type {import('./cases.js').Case[]} */
export const RESPONSE_TIME = questions.map(([name, title, requests]) => ({
  ...{ name, title, requests },
  ...{ subject: 'core', clients: 1, status: 200 },
}));
