import { parseSpan } from './date-spans.js';

const WEDNESDAY = '2026-11-25';
const SUNDAY = '2026-11-29';

it.each([
  ['this week', WEDNESDAY, '2026-11-23', '2026-11-29'],
  ['next week', WEDNESDAY, '2026-11-30', '2026-12-06'],
  ['This Weekend', WEDNESDAY, '2026-11-28', '2026-11-29'],
  ['this week-end', SUNDAY, '2026-11-28', '2026-11-29'],
  ['next weekend', WEDNESDAY, '2026-12-05', '2026-12-06'],
  ['next weekend', SUNDAY, '2026-12-05', '2026-12-06'],
  ['this month', WEDNESDAY, '2026-11-01', '2026-11-30'],
  ['next month', '2027-01-31', '2027-02-01', '2027-02-28'],
  ['next month', '2026-12-31', '2027-01-01', '2027-01-31'],
  ['this year', WEDNESDAY, '2026-01-01', '2026-12-31'],
  ['next year', WEDNESDAY, '2027-01-01', '2027-12-31'],
  ['cette semaine', SUNDAY, '2026-11-23', '2026-11-29'],
  ['la semaine prochaine', WEDNESDAY, '2026-11-30', '2026-12-06'],
  ['semaine prochaine', WEDNESDAY, '2026-11-30', '2026-12-06'],
  ['ce week-end', WEDNESDAY, '2026-11-28', '2026-11-29'],
  ['ce weekend', WEDNESDAY, '2026-11-28', '2026-11-29'],
  ['cette fin de semaine', WEDNESDAY, '2026-11-28', '2026-11-29'],
  ['la fin de semaine prochaine', WEDNESDAY, '2026-12-05', '2026-12-06'],
  ['le prochain week-end', WEDNESDAY, '2026-12-05', '2026-12-06'],
  ['ce mois-ci', WEDNESDAY, '2026-11-01', '2026-11-30'],
  ['ce mois', WEDNESDAY, '2026-11-01', '2026-11-30'],
  ['le mois prochain', WEDNESDAY, '2026-12-01', '2026-12-31'],
  ['cette année', WEDNESDAY, '2026-01-01', '2026-12-31'],
  ['l’an prochain', WEDNESDAY, '2027-01-01', '2027-12-31'],
  ["l'année prochaine", WEDNESDAY, '2027-01-01', '2027-12-31'],
])('"%s" on %s is %s to %s', (text, today, first, last) => {
  expect(parseSpan(text)?.(today)).toEqual({ first, last });
});

it.each([
  'today',
  'week',
  'last week',
  'la semaine',
  'semaine',
  'next monday',
  'this weekend 9am',
  'cette semaine prochaine',
])('"%s" names no span', (text) => {
  expect(parseSpan(text)).toBeUndefined();
});
