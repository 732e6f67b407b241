import { SampleDays } from './sample-days.js';

// A Wednesday.
const days = new SampleDays(new Date('2026-11-25T15:00:00Z'), 'America/Toronto');

it.each([
  ['today', '2026-11-25'],
  ['today+69d', '2027-02-02'],
  ['today-12d 11:00', '2026-11-13 11:00'],
  ['wednesday', '2026-12-02'],
  ['thursday 18:30', '2026-11-26 18:30'],
  ['saturday-2w 08:00', '2026-11-14 08:00'],
  ['friday+5w+2d', '2027-01-03'],
  ['clock-change 09:00', '2027-03-14 09:00'],
  ['clock-change-1d', '2027-03-13'],
])('%s is %s', (text, date) => {
  expect(days.date(text)).toBe(date);
});

it('takes a month from now where the clocks are never set', () => {
  const inUtc = new SampleDays(new Date('2026-11-25T15:00:00Z'), 'UTC');
  expect(inUtc.date('clock-change')).toBe('2026-12-25');
});

it.each(['someday', 'today+1', 'saturday 8:00', ''])('refuses "%s"', (text) => {
  expect(() => days.date(text)).toThrow('not a date of the sample');
});
