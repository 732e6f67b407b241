import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
  dateParts,
  endOfDay,
  isSameMoment,
  isoWithOffset,
  isUnambiguous,
  momentFromInstant,
  momentFromLocal,
  startOfDay,
  utcText,
} from './moment.js';

const zones = [
  'America/Toronto',
  'Europe/Paris',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
  '+02:00',
];

/** Years that are written with four digits, and years with six digits and a sign. */
const years = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: -200_000, max: 200_000 }));

describe('momentOf', () => {
  it('reads local times in UTC of every year', () => {
    fc.assert(
      fc.property(years, fc.integer({ min: 0, max: 31_535_999 }), (year, second) => {
        const utc = new Date(new Date(0).setUTCFullYear(year) + second * 1000);
        expect(momentFromLocal(utcText(utc), 'UTC').utc).toEqual(utc);
      }),
    );
  });

  it('reads a wall clock in its zone', () => {
    const moment = momentFromLocal('2027-05-31 18:30:00', 'America/Toronto');
    expect(moment).toEqual({ local: '2027-05-31 18:30:00', utc: new Date('2027-05-31T22:30:00Z') });
  });

  it('moves a time that clocks skip forward by the gap', () => {
    expect(momentFromLocal('2027-03-14 02:30:00', 'America/Toronto')).toEqual({
      local: '2027-03-14 03:30:00',
      utc: new Date('2027-03-14T07:30:00Z'),
    });
    expect(momentFromLocal('2027-10-03 02:10:00', 'Australia/Lord_Howe').local).toBe('2027-10-03 02:40:00');
  });

  it('moves a day that a zone skipped to the next one', () => {
    expect(momentFromLocal('2011-12-30 12:00:00', 'Pacific/Apia').local).toBe('2011-12-31 12:00:00');
  });

  it('takes the first of an hour that comes twice', () => {
    expect(momentFromLocal('2027-11-07 01:30:00', 'America/Toronto').utc).toEqual(new Date('2027-11-07T05:30:00Z'));
    expect(momentFromLocal('2027-10-31 02:30:00', 'Europe/Paris').utc).toEqual(new Date('2027-10-31T00:30:00Z'));
  });

  it('knows the moment that a reading means from the one at which clocks show it again', () => {
    const shown = ['05:30:00', '06:30:00'].map((utc) => `2027-11-07 ${utc}`);
    expect(shown.map((utc) => isSameMoment('2027-11-07 01:30:00', 'America/Toronto', utc))).toEqual([true, false]);
    expect(isSameMoment('2027-05-31 18:30:00', '+02:00', '2027-05-31 16:30:00')).toBe(true);
  });

  it('reads fixed offsets', () => {
    expect(utcText(momentFromLocal('2027-05-31 18:30:00', '+02:00').utc)).toBe('2027-05-31 16:30:00');
    expect(utcText(momentFromLocal('2027-05-31 18:30:00', '-03:30').utc)).toBe('2027-05-31 22:00:00');
  });

  it('holds from the year 1000 to the year 9999', () => {
    expect(utcText(momentFromLocal('1000-01-02 00:00:00', 'UTC').utc)).toBe('1000-01-02 00:00:00');
    expect(utcText(momentFromLocal('9999-12-30 23:59:59', 'America/Toronto').utc)).toBe('9999-12-31 04:59:59');
  });
});

const instants = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000));

describe('isShownOnce', () => {
  it.each([
    ['2027-03-28 02:30:00', 'Europe/Paris', false],
    ['2027-10-31 02:30:00', 'Europe/Paris', false],
    ['2027-10-31 01:59:59', 'Europe/Paris', true],
    ['2027-10-31 03:00:00', 'Europe/Paris', true],
    ['2027-04-04 01:45:00', 'Australia/Lord_Howe', false],
    ['2027-04-04 02:00:00', 'Australia/Lord_Howe', true],
    ['2011-12-30 12:00:00', 'Pacific/Apia', false],
    ['2027-10-31 02:30:00', 'UTC', true],
  ])('%s in %s: %s', (local, zone, expected) => {
    expect(isUnambiguous(local, zone)).toBe(expected);
  });
});

describe('momentAt', () => {
  it('cuts parts of a second off, so that wall clock and UTC agree', () => {
    expect(momentFromInstant(new Date('2027-05-31T22:30:00.999Z'), 'UTC')).toEqual({
      local: '2027-05-31 22:30:00',
      utc: new Date('2027-05-31T22:30:00Z'),
    });
  });

  it('shows what luxon shows', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones.slice(0, -1)), (utc, zone) => {
        expect(momentFromInstant(utc, zone).local).toBe(
          DateTime.fromJSDate(utc, { zone }).toFormat('yyyy-MM-dd HH:mm:ss'),
        );
      }),
    );
  });

  it('is undone by momentOf, but for the second of an hour that comes twice', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (utc, zone) => {
        const { local } = momentFromInstant(utc, zone);
        const again = momentFromLocal(local, zone);
        expect(again.local).toBe(local);
        expect(again.utc.getTime()).toBeLessThanOrEqual(utc.getTime());
      }),
    );
  });
});

describe('isoWithOffset', () => {
  it('carries the offset between the two', () => {
    const iso = (local: string, zone: string) => isoWithOffset(local, momentFromLocal(local, zone).utc);
    expect(iso('2027-05-31 18:30:00', 'America/Toronto')).toBe('2027-05-31T18:30:00-04:00');
    expect(iso('2027-05-31 18:30:00', 'Asia/Kolkata')).toBe('2027-05-31T18:30:00+05:30');
    expect(iso('2027-05-31 18:30:00', 'UTC')).toBe('2027-05-31T18:30:00+00:00');
  });

  it('names the same instant', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (utc, zone) => {
        const moment = momentFromInstant(utc, zone);
        expect(new Date(isoWithOffset(moment.local, moment.utc))).toEqual(moment.utc);
      }),
    );
  });
});

describe('parts of a wall clock reading', () => {
  it('are zero-padded text', () => {
    expect(dateParts('2027-05-01 08:03:00')).toEqual({
      year: '2027',
      month: '05',
      day: '01',
      hour: '08',
      minutes: '03',
      seconds: '00',
    });
  });
});

describe('the ends of a day', () => {
  it.each([
    ['2027-05-31 18:30:00', 'America/Toronto', '00:00:00', '2027-05-31T04:00:00Z', '2027-06-01T03:59:59Z'],
    ['2027-03-14 03:00:00', 'America/Toronto', '00:00:00', '2027-03-14T05:00:00Z', '2027-03-15T03:59:59Z'],
    ['2028-02-29 00:00:00', 'UTC', '00:00:00', '2028-02-29T00:00:00Z', '2028-02-29T23:59:59Z'],
    // The last hour comes twice.
    ['2027-04-03 23:30:00', 'America/Santiago', '00:00:00', '2027-04-03T03:00:00Z', '2027-04-04T03:59:59Z'],
    // There is no midnight.
    ['2027-09-05 12:00:00', 'America/Santiago', '01:00:00', '2027-09-05T04:00:00Z', '2027-09-06T02:59:59Z'],
    // Midnight comes twice.
    ['2026-10-25 12:00:00', 'Atlantic/Azores', '00:00:00', '2026-10-25T00:00:00Z', '2026-10-26T00:59:59Z'],
  ])('%s in %s', (local, zone, first, start, end) => {
    expect(startOfDay(local, zone)).toEqual({ local: `${local.slice(0, 10)} ${first}`, utc: new Date(start) });
    expect(endOfDay(local, zone)).toEqual({ local: `${local.slice(0, 10)} 23:59:59`, utc: new Date(end) });
  });
});
