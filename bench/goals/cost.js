/** P1, P2, P3 and P8: what an answer costs, in processor time of application and database together. */
import { cpu, quotient } from './figures.js';
import { atLeast, atMost, forComparison, goal } from './goal.js';
import { OTHERS } from './others.js';

const against = (name, baseline) => (result) => quotient(cpu(result, name), cpu(result, baseline));

/** Requests a second of one core. */
const perCore = (name) => (result) => quotient(1e6, cpu(result, name));

/** How many times less than another system. */
const less = (microseconds, name) => (result) => quotient(microseconds, cpu(result, name));

const { theEventsCalendar, strapi, directus } = OTHERS;

export const COST_GOALS = [
  goal('P1', 'uncached list, against the same SQL and bytes', atMost(2), against('list', 'same-sql')),
  goal('P2', 'cached list, against the same bytes', atMost(1.5), against('cached-list', 'ready-bytes')),
  goal('P2', '304, against a bare 304', atMost(2), against('not-modified', 'bare-304')),
  goal('P2', 'cached list with access log and limits', atMost(4), against('guarded-list', 'ready-bytes')),
  goal('P3', 'uncached list, less than The Events Calendar', atLeast(100), less(theEventsCalendar.list, 'list')),
  goal('P3', 'cached list, less than The Events Calendar', atLeast(2000), less(theEventsCalendar.list, 'cached-list')),
  goal('P3', 'uncached list, less than Strapi', forComparison, less(strapi.list, 'list')),
  goal('P3', 'uncached list, less than Directus', forComparison, less(directus.list, 'list')),
  goal('P3', 'cached list, less than Directus cached', forComparison, less(directus.cachedList, 'cached-list')),
  goal('P8', 'uncached lists, one core', atLeast(2500, '/s'), perCore('list')),
  goal('P8', 'cached lists, one core', atLeast(9000, '/s'), perCore('cached-list')),
  goal('P8', 'cached lists in front of Nest, one core', atLeast(40_000, '/s'), perCore('cached-list')),
];
