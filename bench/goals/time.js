/** P4 to P7, and P16: how long answers take that are made anew, one at a time, in the median. */
import { largest, quotient, time } from './figures.js';
import { atMost, goal } from './goal.js';

/** What must not get slower with the number of events. */
const STEADY = ['list-alone', 'past-day', 'overlap', 'category', 'venue', 'event-by-id', 'event-by-slug'];

/** Over a million events a word may be looked for longer. */
const searchLimit = ({ size }) => (size > 100_000 ? 1000 : 100);

const of = (name) => (result) => time(result, name);

const slowestSearch = (result) => largest(['search-common', 'search-rare'].map((name) => time(result, name)));

/** The worst of all; of the smallest calendar nothing can be said. */
function growth(result, smallest) {
  if (result === smallest) return undefined;
  return largest(STEADY.map((name) => quotient(time(result, name), time(smallest, name))));
}

export const TIME_GOALS = [
  goal('P4', 'growth since the smallest calendar, the worst of 7 cases', atMost(1.5), growth),
  goal('P5', 'search, the slower of two words', atMost(searchLimit, 'ms'), slowestSearch),
  goal('P6', 'total of any window', atMost(3, 'ms'), of('totals')),
  goal('P6', 'total of a window and a category', atMost(10, 'ms'), of('totals-category')),
  goal('P16', 'counts of a month by day', atMost(5, 'ms'), of('counts-day')),
  goal('P16', 'counts by category', atMost(50, 'ms'), of('counts-category')),
  goal('P16', 'counts by venue', atMost(50, 'ms'), of('counts-venue')),
  goal('P7', 'page 1,000', atMost(10, 'ms'), of('page-1000')),
  goal('P7', 'page 1,000, against page 1', atMost(10), (result) =>
    quotient(time(result, 'page-1000'), time(result, 'list-alone')),
  ),
];
