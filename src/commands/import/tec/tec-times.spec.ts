import { dateIn } from './tec-times.js';

it.each([
  ['2027-06-21 19:30:00', '2027-06-21 19:30:00'],
  ['0000-00-00 00:00:00', undefined],
  ['-0001-11-30 00:00:00', undefined],
  ['-0001-11-30T00:00:00', undefined],
  [null, undefined],
])('the date %s is %s', (text, expected) => {
  expect(dateIn({ start_date: text }, 'start_date')).toBe(expected);
});
