/**
 * What a website asks for all day: few lists that everybody sees, pages of any event, and somebody who writes. With what is
 * kept in memory and without: what is kept has to be worth it.
 */
const CLIENTS = 8;

/** Of a hundred requests one writes, two in five are of any page, the others of lists that everybody sees. */
const WRITE_AT = 50;
const isOfAnyPage = (turn) => turn % 5 === 1 || turn % 5 === 3;

const LENGTH = 40_000;

/** Without a common divisor with what it goes through. */
const spread = (values, turn) => values[(turn * 7919) % values.length];

/** The first page, those that follow, the days ahead, and a list for each category. */
const hotLists = ({ days, categories }) => [
  ...['/events', '/events', '/events', '/events?page=2', '/events?featured=true'],
  ...days.slice(0, 3).map((day) => `/events?from=${day}&to=${day}`),
  ...categories.slice(0, 8).map((id) => `/events?categories=${id}`),
  ...['/categories?per_page=50', '/venues?per_page=50'],
];

/** An event of the whole calendar, most of the time; else one of thousands of lists. */
const anyPage = ({ changed, venues, windows }, turn) => {
  if (turn % 4 !== 0) return `/events/${spread(changed, turn)}`;
  const [start, end] = spread(windows, turn);
  return `/events?start_date=${start}&end_date=${end}&venue=${spread(venues, turn)}`;
};

/** @param {import('./targets.js').Targets} targets */
function requests(targets) {
  const hot = hotLists(targets);
  return Array.from({ length: LENGTH }, (_, turn) => {
    if (turn % 100 === WRITE_AT) return change(targets, turn);
    return { path: isOfAnyPage(turn) ? anyPage(targets, turn) : spread(hot, turn) };
  });
}

const change = ({ changed }, turn) => ({
  ...{ path: `/events/${spread(changed, turn)}`, method: 'PATCH', isKeyed: true },
  body: { title: `Changed while others read ${turn}` },
});

const asked = { requests, clients: CLIENTS, status: 200, isWrite: true };

/** @type {import('./cases.js').Case[]} */
export const WEBSITE = [
  { ...asked, name: 'website', title: 'a website, 1 % writes', subject: 'cached' },
  { ...asked, name: 'website-core', title: 'the same with nothing kept', subject: 'core' },
];
