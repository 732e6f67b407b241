import fc from 'fast-check';
import { FieldError } from '../errors/field-error.js';
import { messages } from '../i18n/messages.js';
import { type DateTimeInput, parseDateBound, parseDateTime, parseSpan } from './date-time-input.js';
import { utcText } from './moment.js';
import { computationTime } from '../../../test/support/process-time.js';

const TORONTO = 'America/Toronto';
/** A Monday evening in Toronto; in UTC it is Tuesday already. */
const now = new Date('2027-06-01T03:30:15.500Z');

// Whether a weekday agrees with a day without a year is a question of the current year.
beforeEach(() => jest.useFakeTimers({ now }));
afterEach(() => jest.useRealTimers());

function input(value: unknown): DateTimeInput {
  const parsed = parseDateTime(value);
  if (parsed instanceof FieldError) throw new Error(`not understood: ${String(value)}`);
  return parsed;
}

const local = (value: unknown, zone = TORONTO, at = now) => input(value).resolve(zone, at).local;
const utc = (value: unknown, zone = TORONTO, at = now) => utcText(input(value).resolve(zone, at).utc);

describe('numbers and ISO 8601', () => {
  it.each([
    ['2027-05-31', '2027-05-31 00:00:00'],
    ['2027-05-31 18:30', '2027-05-31 18:30:00'],
    ['2027-05-31 18:30:15', '2027-05-31 18:30:15'],
    [' 2027-05-31  18:30 ', '2027-05-31 18:30:00'],
    ['2027-05-31T18:30:15', '2027-05-31 18:30:15'],
    ['2027-05-31t18:30:15.987654', '2027-05-31 18:30:15'],
    ['2027-05-31 24:00', '2027-06-01 00:00:00'],
    ['20270531', '2027-05-31 00:00:00'],
    [20270531, '2027-05-31 00:00:00'],
    ['20270531T183015', '2027-05-31 18:30:15'],
    ['31/05/2027', '2027-05-31 00:00:00'],
    ['5/31/2027', '2027-05-31 00:00:00'],
    ['05/05/2027 18:30', '2027-05-05 18:30:00'],
    ['31.05.2027', '2027-05-31 00:00:00'],
    ['2027/5/3', '2027-05-03 00:00:00'],
    ['2027-06-01 9:00', '2027-06-01 09:00:00'],
    ['2027-06-01T9:00:30', '2027-06-01 09:00:30'],
    ['2027-06-01 7pm', '2027-06-01 19:00:00'],
    ['2027-06-01 at 7 p.m.', '2027-06-01 19:00:00'],
    ['2027-06-01 12am', '2027-06-01 00:00:00'],
    ['2027-06-01 12:15 pm', '2027-06-01 12:15:00'],
    ['2027-03-01 10:00 PM', '2027-03-01 22:00:00'],
    ['2027-06-01 19h30', '2027-06-01 19:30:00'],
    ['2027-06-01 à 9 h', '2027-06-01 09:00:00'],
    ['2027-06-01, 19:30', '2027-06-01 19:30:00'],
    ['31/12/2027 20h', '2027-12-31 20:00:00'],
    ['12/31/2027 8:05 pm', '2027-12-31 20:05:00'],
    [['2027-05-31'], '2027-05-31 00:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
  ])('parses %p as the local time %s', (value, expected) => expect(local(value)).toBe(expected));

  it.each([
    ['2027-05-31T18:30:00Z', '2027-05-31 18:30:00'],
    ['2027-05-31T18:30:00.999+02:00', '2027-05-31 16:30:00'],
    ['2027-05-31 18:30 -0330', '2027-05-31 22:00:00'],
    ['2027-05-31 9:30 +02:00', '2027-05-31 07:30:00'],
    ['2027-05-31T18:30:00-04', '2027-05-31 22:30:00'],
    ['2027-05-31T18:30:00 02:00', '2027-05-31 16:30:00'],
    ['20270531T183000Z', '2027-05-31 18:30:00'],
    ['2027-05-31 18:30:00 UTC', '2027-05-31 18:30:00'],
    ['2027-05-31 6:30 pm gmt', '2027-05-31 18:30:00'],
    ['1811802600', '2027-05-31 22:30:00'],
    [1811802600, '2027-05-31 22:30:00'],
    [1811802600.9, '2027-05-31 22:30:00'],
    [0, '1970-01-01 00:00:00'],
    ['2027', '1970-01-01 00:33:47'],
    [-86400, '1969-12-31 00:00:00'],
  ])('parses %p as the instant %s', (value, expected) => {
    expect(utc(value)).toBe(expected);
    expect(utc(value, 'Asia/Tokyo')).toBe(expected);
  });

  it('converts an instant to the local time of the zone', () => {
    expect(local('2027-05-31T18:30:00Z', 'Europe/Paris')).toBe('2027-05-31 20:30:00');
  });

  it('moves a skipped local time forward', () => {
    expect(local('2027-03-14 02:30')).toBe('2027-03-14 03:30:00');
    expect(local('2027-03-14 02:30', 'UTC')).toBe('2027-03-14 02:30:00');
  });

  it('knows whether there was a time', () => {
    const hasTime = (value: unknown) => input(value).hasTime;
    expect(['2027-05-31', '20270531', 'today', 'may 31 2027', '+5 days'].map(hasTime)).toEqual(Array(5).fill(false));
    expect(['2027-05-31 00:00', 0, 'now', 'in 3 hours', 'tomorrow 9am'].map(hasTime)).toEqual(Array(5).fill(true));
  });
});

describe('words', () => {
  it.each([
    ['now', '2027-05-31 23:30:15'],
    ['today', '2027-05-31 00:00:00'],
    ['Tomorrow', '2027-06-01 00:00:00'],
    ['yesterday', '2027-05-30 00:00:00'],
    ['tomorrow 9am', '2027-06-01 09:00:00'],
    ['tomorrow at 9:30 am', '2027-06-01 09:30:00'],
    ['tomorrow noon', '2027-06-01 12:00:00'],
    ['next wednesday 4pm', '2027-06-09 16:00:00'],
    ['wednesday', '2027-06-02 00:00:00'],
    ['last wednesday', '2027-05-26 00:00:00'],
    ['monday', '2027-05-31 00:00:00'],
    ['+5 days', '2027-06-05 00:00:00'],
    ['5 days', '2027-06-05 00:00:00'],
    ['-2 weeks', '2027-05-17 00:00:00'],
    ['in 3 hours', '2027-06-01 02:30:15'],
    ['5 days ago', '2027-05-26 00:00:00'],
    ['day after tomorrow', '2027-06-02 00:00:00'],
    ['the day before yesterday', '2027-05-29 00:00:00'],
    ['May 31 2027 6pm', '2027-05-31 18:00:00'],
    ['31 May 2027', '2027-05-31 00:00:00'],
    ['on December 24', '2027-12-24 00:00:00'],
    ['Monday, May 31, 2027', '2027-05-31 00:00:00'],
    ['maintenant', '2027-05-31 23:30:15'],
    ["aujourd'hui", '2027-05-31 00:00:00'],
    ['Aujourd’hui à 18 h 30', '2027-05-31 18:30:00'],
    ['demain', '2027-06-01 00:00:00'],
    ['hier', '2027-05-30 00:00:00'],
    ['après-demain', '2027-06-02 00:00:00'],
    ['avant-hier', '2027-05-29 00:00:00'],
    ['demain à 9h', '2027-06-01 09:00:00'],
    ['demain à midi', '2027-06-01 12:00:00'],
    ['demain à minuit', '2027-06-01 00:00:00'],
    ['mercredi prochain 16h', '2027-06-09 16:00:00'],
    ['mercredi dernier', '2027-05-26 00:00:00'],
    ['dans 5 jours', '2027-06-05 00:00:00'],
    ['+5 jours', '2027-06-05 00:00:00'],
    ['il y a 2 semaines', '2027-05-17 00:00:00'],
    ['- 2 semaines', '2027-05-17 00:00:00'],
    ['dans 3 heures', '2027-06-01 02:30:15'],
    ['31 mai 2027', '2027-05-31 00:00:00'],
    ['le 1er juin 2027 à 18h30', '2027-06-01 18:30:00'],
    ['lundi 31 mai 2027', '2027-05-31 00:00:00'],
    ['le mercredi 2 juin', '2027-06-02 00:00:00'],
    ['31 août 2027', '2027-08-31 00:00:00'],
    ['10h', '2027-05-31 10:00:00'],
    ['10 h', '2027-05-31 10:00:00'],
    ['demain 10h', '2027-06-01 10:00:00'],
    ['tomorrow 10h', '2027-06-01 10:00:00'],
    ['après-demain 10h', '2027-06-02 10:00:00'],
    ['après-demain 14 h', '2027-06-02 14:00:00'],
    ['après-demain à 10h', '2027-06-02 10:00:00'],
    ['après-demain 10h30', '2027-06-02 10:30:00'],
    ['avant-hier 10h', '2027-05-29 10:00:00'],
    ['dans 3 jours 10h', '2027-06-03 10:00:00'],
    ['dans 2 semaines 20h', '2027-06-14 20:00:00'],
    ['+5 jours 10h', '2027-06-05 10:00:00'],
    ['+5 days 10h', '2027-06-05 10:00:00'],
    ['day after tomorrow 10h', '2027-06-02 10:00:00'],
    ['day after tomorrow at 10h', '2027-06-02 10:00:00'],
    ['in 2 days 10h', '2027-06-02 10:00:00'],
    ['in 10h', '2027-06-01 09:30:15'],
    ['dans 10 h', '2027-06-01 09:30:15'],
    ['il y a 10h', '2027-05-31 13:30:15'],
    ['+10h', '2027-06-01 09:30:15'],
    ['tonight at 8', '2027-05-31 20:00:00'],
    ['today +5 days', '2027-06-05 00:00:00'],
    ['tomorrow + 1 week', '2027-06-08 00:00:00'],
    ['demain à 9 heures', '2027-06-01 09:00:00'],
    ['après-demain 10 heures', '2027-06-02 10:00:00'],
    ['le 2 juin 2027 à 9 heures 30', '2027-06-02 09:30:00'],
    ['à 22 heures', '2027-05-31 22:00:00'],
    ['dans un an', '2028-05-31 00:00:00'],
    ['+1 an', '2028-05-31 00:00:00'],
    ['sam. 5 juin 2027', '2027-06-05 00:00:00'],
    ['apres demain 10h', '2027-06-02 10:00:00'],
    ['avant hier', '2027-05-29 00:00:00'],
    ['2027-05-31 à midi', '2027-05-31 12:00:00'],
    ['31/05/2027 minuit', '2027-05-31 00:00:00'],
    ['2027-05-31 at noon', '2027-05-31 12:00:00'],
    ['le 31/05/2027 à 20h', '2027-05-31 20:00:00'],
  ])('parses “%s” as %s in Toronto', (text, expected) => expect(local(text)).toBe(expected));

  it('takes a time alone, and a weekday, from today on, whatever time it is', () => {
    expect(local('9am')).toBe('2027-05-31 09:00:00');
    expect(local('18h30')).toBe('2027-05-31 18:30:00');
    expect(local('lundi 9h')).toBe('2027-05-31 09:00:00');
  });

  it.each([
    ['+1 month', '2027-06-30 00:00:00'],
    ['le mois dernier', '2027-04-30 00:00:00'],
    ['6 months ago', '2026-11-30 00:00:00'],
    ['dans 9 mois', '2028-02-29 00:00:00'],
    ['tomorrow', '2027-06-01 00:00:00'],
  ])('uses the last day of a month that lacks the day: %s', (text, expected) => expect(local(text)).toBe(expected));

  it.each([TORONTO, 'Europe/Paris', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'takes the next such weekday, today included, at any hour in %s',
    (zone) => {
      for (let hour = 0; hour < 7 * 24; hour += 3) {
        const at = new Date(Date.UTC(2027, 5, 1, hour, 30));
        const today = local('today', zone, at);
        const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
        for (const [clock, time] of [
          ['', '00:00:00'],
          [' 8am', '08:00:00'],
          [' 10pm', '22:00:00'],
        ] as const) {
          const read = days.map((day) => local(`${day}${clock}`, zone, at));
          const expected = days.map((_, ahead) => local(`+${ahead} days`, zone, at).replace('00:00:00', time));
          expect([today, ...read.sort()]).toEqual([today, ...expected]);
        }
      }
    },
  );

  it.each([
    ['Monday, May 31', TORONTO, '2027-05-31 00:00:00'],
    ['le lundi 31 mai à 22h', TORONTO, '2027-05-31 22:00:00'],
    ['Tuesday, June 1', 'UTC', '2027-06-01 00:00:00'],
  ])('takes today with its weekday, though another day has begun in UTC: %s in %s', (text, zone, expected) =>
    expect(local(text, zone)).toBe(expected),
  );

  it('refuses today with another weekday', () => {
    expect(parseDateTime('Tuesday, May 31')).toBeInstanceOf(FieldError);
  });

  it('uses the current day of the zone', () => {
    expect(local('today', 'UTC')).toBe('2027-06-01 00:00:00');
    expect(local('today', 'Pacific/Kiritimati')).toBe('2027-06-01 00:00:00');
    expect(local('tomorrow', 'Pacific/Kiritimati', new Date('2027-06-01T11:00:00Z'))).toBe('2027-06-03 00:00:00');
  });

  it('means local time across a change of daylight saving time', () => {
    const eve = new Date('2027-03-13T23:00:00Z');
    expect(local('tomorrow 9am', TORONTO, eve)).toBe('2027-03-14 09:00:00');
    expect(utc('tomorrow 9am', TORONTO, eve)).toBe('2027-03-14 13:00:00');
    expect(local('demain à 2h30', TORONTO, eve)).toBe('2027-03-14 03:30:00');
    expect(local('+1 day', TORONTO, eve)).toBe('2027-03-14 00:00:00');
  });

  it('counts elapsed hours', () => {
    expect(local('in 10 hours', TORONTO, new Date('2027-03-14T03:00:00Z'))).toBe('2027-03-14 09:00:00');
  });

  it('uses a zone that the text names', () => {
    expect(utc('tomorrow 9am PST', 'Europe/Paris', new Date('2027-01-10T12:00:00Z'))).toBe('2027-01-11 17:00:00');
    expect(utc('Mon, 31 May 2027 18:30:00 GMT')).toBe('2027-05-31 18:30:00');
  });
});

describe('invalid dates', () => {
  it.each([
    ...[
      '2027-02-30',
      '2027-02-29',
      '2027-13-01',
      '2027-00-10',
      '2027-05-31 25:00',
      '2027-05-31 24:30',
      '2027-05-31 18:60',
    ],
    ...['2027-05-31T18:30:00+15:00', '2027-05-31T18:30:00+02:60', '2027-05', '2027-05-31 18', '20271301', '0999-12-31'],
    ...['9999-12-31', '05/06/2027', '31/05/27', '31/5', '31/02/2027', '99999999999999', '1e9', '12.5', '1811791800000'],
    ...[
      '2027-05-31 garbage',
      'tomorrow garbage',
      'garbage',
      'tomorrow 25:00',
      'Feb 30 2027',
      '31 février 2027',
      'May 2027',
    ],
    ...[
      'this week',
      'Thursday, May 31 2027',
      'May 1 - May 5',
      '10-12',
      'tomorrow morning',
      'tonight',
      'tomorrow night',
      'day after tomorrow 10 hours',
      '25h',
      '-5',
      '2027-05-31 13pm',
      '2027-05-31 25h',
      '2027-05-31 9',
      'ce soir',
      '2 weeks after today',
    ],
    ...['today +1', 'demain+1', '9am + 1 day', 'a week from today', '31/02/2027 20h', 'le 31/02/2027'],
    ...['+100000 years', '5000 years ago', 'maybe', '-', '+', ' ', '2027-05-31 tomorrow', 'now now', 'today tomorrow'],
  ])('are refused: “%s”', (text) => expect(parseDateTime(text)).toBeInstanceOf(FieldError));

  it.each([true, {}, [], ['today', 'tomorrow'], NaN, Infinity, 1e300, -1e300, null, 3e11])('are refused: %p', (value) =>
    expect(parseDateTime(value)).toBeInstanceOf(FieldError),
  );

  it('include the 30th of February in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1001, max: 9998 }), (year) => {
        expect(parseDateTime(`${year}-02-30`)).toBeInstanceOf(FieldError);
      }),
    );
  });
});

describe('a date beyond the supported range', () => {
  it.each(['9999-12-31', '1000-01-01', '0001-01-01', '9999-12-31T23:59:59-05:00', 1811791800000])(
    'is refused with that range: %s',
    (value) => {
      const parsed = parseDateTime(value);
      const wording = (language: 'en' | 'fr') => parsed instanceof FieldError && parsed.wording(messages[language]);
      expect(wording('en')).toMatch(/^Must lie between 1000-01-02 and 9999-12-30;/);
      expect(wording('fr')).toMatch(/^Doit être comprise entre 1000-01-02 et 9999-12-30;/);
    },
  );

  it.each([
    ['9999-12-31', '9999-12-30 23:59:59'],
    ['9999-12-31 23:59', '9999-12-30 23:59:59'],
    ['1000-01-01', '1000-01-02 00:00:00'],
    ['0001-01-01', '1000-01-02 00:00:00'],
    ['2027-05-31', '2027-05-31 00:00:00'],
  ])('means, in a filter, the first or last day: %s', (text, expected) => {
    const bound = parseDateBound(text);
    expect(bound instanceof FieldError || bound.resolve(TORONTO, now).local).toBe(expected);
  });

  it('means the same in a filter with an offset', () => {
    const bound = parseDateBound('9999-12-31T23:59:59-05:00');
    expect(bound instanceof FieldError || utcText(bound.resolve('UTC', now).utc)).toBe('9999-12-30 23:59:59');
  });

  it.each([1811791800000, '2027-02-30', '9999-02-30'])('is not %s', (value) =>
    expect(parseDateBound(value)).toBeInstanceOf(FieldError),
  );
});

describe('an ambiguous date', () => {
  it.each(['03/04/2027', '3/4/2027', ' 03-04-2027', '03.04.2027 18:30'])(
    'is refused with both readings: %s',
    (text) => {
      const parsed = parseDateTime(text);
      const wording = (language: 'en' | 'fr') => parsed instanceof FieldError && parsed.wording(messages[language]);
      expect(wording('en')).toMatch(/^Could mean 2027-03-04 or 2027-04-03: /);
      expect(wording('fr')).toMatch(/^Peut vouloir dire 2027-03-04 ou 2027-04-03\u00a0: /);
    },
  );

  it.each(['13/13/2027', '31/02/2027', '00/04/2027', '03/04/20270', 'x 03/04/2027'])('is not %s', (text) => {
    const parsed = parseDateTime(text);
    expect(parsed instanceof FieldError && parsed.wording(messages.en)).toMatch(/^Must be a date that exists/);
  });
});

describe('any input', () => {
  const words = fc
    .array(
      fc.constantFrom(
        ...'now today next last in + - 5 days weeks 9am 16h demain dans il y a may 31 2027 : / at'.split(' '),
      ),
      {
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(' '));

  it('returns a moment or an error, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), words), (value) => {
        const parsed = parseDateTime(value);
        if (parsed instanceof FieldError) return;
        expect(parsed.resolve('Pacific/Apia', now).local).toMatch(/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      }),
      { numRuns: 3000, examples: [[[{ toString: false }]]] },
    );
  });

  it('is refused quickly if it is long', () => {
    const started = computationTime();
    for (const text of [
      'may '.repeat(300_000),
      '1'.repeat(1_000_000),
      'in 5 '.repeat(20),
      '1-'.repeat(50),
      '9am '.repeat(25),
    ])
      expect(parseDateTime(text)).toBeInstanceOf(FieldError);
    expect(computationTime() - started).toBeLessThan(500);
  });
});

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
])('"%s" is no span', (text) => {
  expect(parseSpan(text)).toBeUndefined();
});
