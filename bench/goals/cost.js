/** P1, P2, P8, P12, P13 and P15: what an answer costs, in processor time of application and database together. */
import { cpu, largest, perSecond, quotient, slowest, units } from './figures.js';
import { atLeast, atMost, goal } from './goal.js';

const against = (name, baseline) => (result) => quotient(cpu(result, name), cpu(result, baseline));

/** In times that the list of ten is parsed and written. */
const inUnits = (name) => (result) => units(result, name);

/** Lists a second of one core, where that takes 0.7 ms. */
const UNIT = 700;
const perCore = (name) => (result) => quotient(1e6 / UNIT, units(result, name));

const u = (limit) => atMost(limit, 'u');

/** At a hundred thousand events. */
const GROWN = 1.5;
const grown = (limit, atMostThen = GROWN * limit) => atMost(({ size }) => (size > 10_000 ? atMostThen : limit), 'u');

const NARROWED = ['core-category', 'core-venue'];
const narrowed = (result) => largest(NARROWED.map((name) => units(result, name)));

export const COST_GOALS = [
  goal('P1', 'list of 10, nothing kept', grown(4.5), inUnits('core-list')),
  goal('P1', 'the same with a key', grown(4.5), inUnits('core-list-key')),
  goal('P1', 'list of 10, against the bare statements', atMost(2), against('core-list', 'bare-list')),
  goal('P1', 'one by id', grown(1.2), inUnits('core-id')),
  goal('P1', 'by category or venue, the worse', grown(4.5), narrowed),
  goal('P1', 'search', grown(9, 86), inUnits('core-search')),
  goal('P2', 'cached list, against the same bytes', atMost(3), against('cached-list', 'ready-bytes')),
  goal('P2', 'cached list, against a bare handler of Nest', atMost(1.5), against('cached-list', 'nest-bytes')),
  goal('P2', '304, against a bare 304', atMost(3), against('not-modified', 'bare-304')),
  goal('P2', 'cached list with access log and limits', atMost(4), against('guarded-list', 'ready-bytes')),
  goal('P8', 'lists with nothing kept, one core of u = 0.7 ms', atLeast(300, '/s'), perCore('core-list')),
  goal('P8', 'cached lists, one core of u = 0.7 ms', atLeast(12_000, '/s'), perCore('cached-list')),
  goal('P12', 'creation with links and both languages', u(4), inUnits('core-create-8')),
  goal('P12', 'change of a title', u(3), inUnits('core-title-8')),
  goal('P13', 'creations, links apart, 8 clients', atLeast(400, '/s'), perSecond('core-create-8')),
  goal('P13', 'creations, one category and day, 8 clients', atLeast(150, '/s'), perSecond('core-create-hot-8')),
  goal('P13', 'the slowest of a hundred creations', atMost(50, 'ms'), slowest('core-create-8')),
  goal('P13', 'one by id beside them, the slowest of a hundred', atMost(10, 'ms'), slowest('core-id-beside')),
  goal('P13', 'list of 10 beside them, the slowest of a hundred', atMost(10, 'ms'), slowest('core-list-beside')),
  goal('P15', 'kept feed of 1,000, against the same bytes', atMost(3), against('cached-feed', 'ready-feed')),
  goal('P15', 'feed of 1,000, nothing kept', u(200), inUnits('core-feed')),
  goal(
    'P1',
    'four fields of a list of 100, against the whole',
    atMost(1 / 3),
    against('core-list-100-lean', 'core-list-100'),
  ),
];
