import { type Card } from './cards.js';
import { groupByDay, isNearEnd, monthRange, shiftMonth, weeksOf } from './month.js';

const card = (first: string, last = first) => ({ first, last, title: `${first}–${last}` }) as Card;

it('knows the days of months', () => {
  expect(monthRange('2027-02')).toEqual({ first: '2027-02-01', last: '2027-02-28' });
  expect(monthRange('2028-02').last).toBe('2028-02-29');
  expect(monthRange('2026-12').last).toBe('2026-12-31');
  expect(monthRange('9999-12').last).toBe('9999-12-31');
});

it.each([
  ['2026-11-23', false],
  ['2026-11-24', true],
  ['2026-11-30', true],
  ['2027-02-21', false],
  ['2027-02-22', true],
  ['2028-02-22', false],
  ['2026-12-01', false],
])('knows whether %s is one of the last seven days of its month: %s', (day, expected) => {
  expect(isNearEnd(day)).toBe(expected);
});

it('goes from month to month', () => {
  expect([shiftMonth('2026-12', 1), shiftMonth('2027-01', -1), shiftMonth('2027-06', 12)]).toEqual([
    '2027-01',
    '2026-12',
    '2028-06',
  ]);
});

it.each([
  ['2026-11', 0, 5],
  ['2026-08', 6, 6],
  ['2026-02', 0, 4],
  ['1969-12', 1, 5],
])('begins the weeks of %s on Sunday', (month, offset, weeks) => {
  const all = weeksOf(month, []);
  expect(all).toHaveLength(weeks);
  expect(all[0]!.findIndex((day) => day?.day === `${month}-01`)).toBe(offset);
});

it('shows an event on each of its days, and a long one on its first', () => {
  const cards = [card('2026-10-31', '2026-11-02'), card('2026-11-03', '2026-11-20'), card('2026-11-04')];
  const shown = weeksOf('2026-11', cards)
    .flat()
    .filter((day) => day && day.cards.length > 0);
  expect(shown.map((day) => [day!.day, day!.cards.length])).toEqual([
    ['2026-11-01', 1],
    ['2026-11-02', 1],
    ['2026-11-03', 1],
    ['2026-11-04', 1],
  ]);
});

it('lists what has begun before the first day under that day', () => {
  const cards = [card('2026-10-30'), card('2026-11-02'), card('2026-11-02')];
  expect(groupByDay(cards, '2026-11-01').map(({ day, cards: some }) => [day, some.length])).toEqual([
    ['2026-11-01', 1],
    ['2026-11-02', 2],
  ]);
});
