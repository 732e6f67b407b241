import { isFromLinks, type Selection } from './selection.js';
import { type Window } from './window.js';

const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const DAYS: Window = { startFrom: day(1), startTo: day(3) };
const WEEK: Window = { startFrom: day(1), startTo: day(8) };

const linkedTo = (...numbers: number[]): Selection => {
  const links = numbers.map((length) => ({
    ...{ table: 'event_venues', column: 'venueId', isSelective: false },
    ids: Array.from({ length }, (_, id) => id + 1),
  }));
  return { window: undefined, links, flags: [], states: [], exclude: [] };
};

describe('events are found from the links', () => {
  it.each([
    ['to few records, in a window of whatever length', linkedTo(500), DAYS, true],
    ['to many, in a window of a week', linkedTo(501), WEEK, true],
    ['to many, in one that has no end', linkedTo(501), { startFrom: day(1) }, true],
    ['but not to many, in one of some days', linkedTo(501), DAYS, false],
    ['that the first filter names, however many another one does', linkedTo(1, 501), DAYS, true],
    ['but not where no filter names any', linkedTo(), WEEK, false],
  ])('%s', (_when, selection, window, is) => {
    expect(isFromLinks(selection, window)).toBe(is);
  });
});
