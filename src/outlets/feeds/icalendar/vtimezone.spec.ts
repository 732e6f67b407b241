import fc from 'fast-check';
import ICAL from 'ical.js';
import { HOUR, MINUTE } from '../../../lib/datetime/durations.js';
import { timezones, tzid } from './vtimezone.js';
import { amount } from '../../../../test/support/amounts.js';
import { computationTime } from '../../../../test/support/process-time.js';

const of = (timezone: string, ...years: number[]) => timezones(years.map((year) => ({ timezone, year })));
const starts = (text: string) =>
  [...text.matchAll(/BEGIN:(STANDARD|DAYLIGHT)\r\nDTSTART:(\w+)[^]*?END:/g)].map(([all, name, at]) =>
    [name, at, /RRULE:FREQ=YEARLY;(.*)\r/.exec(all)?.[1]].filter(Boolean).join(' '),
  );

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset', year: 'numeric' });
  formats.set(timezone, format);
  return format;
}

/** Minutes that a zone is ahead of UTC, by the engine alone. */
function offsetByIntl(timezone: string, instant: Date): number {
  const name = formatOf(timezone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes = '00'] = /([+-])(\d\d):?(\d\d)?/.exec(name) ?? [];
  return hours === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

describe('VTIMEZONE', () => {
  it('is a yearly pair of rules if one rule applies', () => {
    expect(starts(of('America/Toronto', 2026, 2028, 2027))).toEqual([
      'DAYLIGHT 20250309T020000 BYMONTH=3;BYDAY=2SU',
      'STANDARD 20251102T020000 BYMONTH=11;BYDAY=1SU',
    ]);
    expect(starts(of('Australia/Sydney', 2027))).toEqual([
      'STANDARD 20260405T030000 BYMONTH=4;BYDAY=1SU',
      'DAYLIGHT 20261004T020000 BYMONTH=10;BYDAY=1SU',
    ]);
    expect(starts(of('Asia/Jerusalem', 2027))[0]).toBe(
      'DAYLIGHT 20260327T020000 BYMONTH=3;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29',
    );
  });

  it('ends a rule that was replaced, and supports zones without rules', () => {
    expect(starts(of('America/Toronto', 2005, 2006, 2008))).toEqual([
      'DAYLIGHT 20040404T020000 BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z',
      'STANDARD 20041031T020000 BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z',
      'DAYLIGHT 20070311T020000 BYMONTH=3;BYDAY=2SU',
      'STANDARD 20071104T020000 BYMONTH=11;BYDAY=1SU',
    ]);
    expect(starts(of('Asia/Kolkata', 2027))).toEqual(['STANDARD 20260101T000000']);
  });

  it('begins a rule only with a transition that follows it', () => {
    // 3 February 1974 is not the last Sunday of its month, 23 February 1975 is.
    expect(starts(of('America/Boise', 1975))).toContain('DAYLIGHT 19750223T020000');
  });

  it('has no rule for a zone that follows the moon, and is short nevertheless', () => {
    const text = of('Africa/Casablanca', 2026, 2027, 2028);
    expect(text).not.toContain('RRULE');
    expect(text.split('\r\n').length).toBeLessThan(60);
  });

  it('skips centuries between its years', () => {
    const began = computationTime();
    expect(of('Europe/Paris', 1000, 2027, 9999).split('\r\n').length).toBeLessThan(60);
    expect(computationTime() - began).toBeLessThan(2000);
  });

  it.each([
    ...['America/Toronto', 'Europe/Paris', 'Europe/Dublin', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Gaza'],
    ...['America/Santiago', 'America/Nuuk', 'Asia/Jerusalem', 'Africa/Cairo', 'America/Havana', 'Pacific/Apia'],
  ])('has the offsets of the engine for every instant of its years: %s', (timezone) => {
    const years = fc.uniqueArray(fc.oneof(fc.integer({ min: 2024, max: 2032 }), fc.integer({ min: 1972, max: 2037 })), {
      minLength: 1,
      maxLength: 5,
    });
    const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(years, fc.array(place, { minLength: 20, maxLength: 20 }), (needed, places) => {
        const component = ICAL.Component.fromString(of(timezone, ...needed));
        const zone = new ICAL.Timezone(component);
        for (const [turn, at] of places.entries()) {
          const year = needed[turn % needed.length]!;
          const instant = new Date(
            Date.UTC(year, 0, 1) + Math.floor((at * (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1))) / 1000) * 1000,
          );
          const offset = offsetByIntl(timezone, instant);
          const wall = new Date(instant.getTime() + offset * MINUTE);
          // Readers have a local time. One of an hour that is repeated has two offsets, of which they may take either.
          const offsets = [instant, ...[-4, 4].map((hours) => new Date(instant.getTime() + hours * HOUR))]
            .map((near) => offsetByIntl(timezone, near))
            .filter((one) => offsetByIntl(timezone, new Date(wall.getTime() - one * MINUTE)) === one);
          const time = ICAL.Time.fromDateTimeString(wall.toISOString().slice(0, 19));
          expect([instant.toISOString(), offsets]).toEqual([
            instant.toISOString(),
            expect.arrayContaining([zone.utcOffset(time) / 60]),
          ]);
        }
      }),
      { numRuns: amount('TIMEZONE_RUNS') },
    );
  });

  it('is sorted by the names of zones, whichever is met first', () => {
    const [paris, toronto] = [of('Europe/Paris', 2027), of('America/Toronto', 2027)];
    const zones = ['Europe/Paris', 'America/Toronto'].map((timezone) => ({ timezone, year: 2027 }));
    expect(timezones(zones)).toBe(toronto + paris);
  });

  it('names offsets so that all parsers read them, and needs nothing for UTC', () => {
    expect([tzid('+05:30'), tzid('Europe/Paris'), of('UTC', 2027)]).toEqual(['UTC+0530', 'Europe/Paris', '']);
    expect(of('-03:30', 2027)).toContain('TZOFFSETTO:-0330\r\n');
    expect(of('Europe/Paris', 1905)).toContain('TZOFFSETTO:+000921\r\n');
  });
});
