import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { FieldError } from '../errors/field-error.js';
import { parseTimeZone, zoneAbbreviation, zoneOffset } from './zone.js';

const HOUR = 3_600_000;
const winter = new Date('2027-01-15T12:00:00Z');
const summer = new Date('2027-07-15T12:00:00Z');

describe('parseTimeZone', () => {
  it.each([
    ['America/Toronto', 'America/Toronto'],
    ['europe/paris', 'Europe/Paris'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    [' Europe/Paris ', 'Europe/Paris'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['Z', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['GMT', 'UTC'],
    ['+02:00', '+02:00'],
    ['+2', '+02:00'],
    ['-0330', '-03:30'],
    ['UTC+5:30', '+05:30'],
    ['UTC-3.5', '-03:30'],
    ['UTC+5.75', '+05:45'],
    ['utc+0.0', 'UTC'],
    ['UTC-4', '-04:00'],
    ['GMT+1', '+01:00'],
    ['+00:00', 'UTC'],
    ['-00:00', 'UTC'],
    ['UTC+0', 'UTC'],
    ['+14:00', '+14:00'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('reads %s as %s', (text, zone) => expect(parseTimeZone(text)).toBe(zone));

  it.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['ASIA/HO_CHI_MINH', 'Asia/Ho_Chi_Minh'],
    ['us/eastern', 'US/Eastern'],
    ['Australia/ACT', 'Australia/ACT'],
    ['est5edt', 'EST5EDT'],
    ['EST', 'EST'],
    ['america/montreal', 'America/Montreal'],
  ])('keeps the zone that %s means, although runtimes rename it', (text, zone) =>
    expect(parseTimeZone(text)).toBe(zone),
  );

  it.each([
    'Foo/Bar',
    'PST',
    'SystemV/PST8',
    'Toronto',
    '+14:01',
    '+15',
    '+02:60',
    '+',
    '12',
    'America/',
    5,
    {},
    null,
    [],
  ])('refuses %p', (value) => expect(parseTimeZone(value)).toBeInstanceOf(FieldError));

  it('gives zones that it reads as themselves, for every zone of the runtime', () => {
    for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', '+05:45', 'Asia/Kolkata'])
      expect(parseTimeZone(zone)).toBe(zone);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void parseTimeZone(value)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (value) => void parseTimeZone(value)));
  });
});

describe('zoneAbbreviation', () => {
  it.each([
    ['America/Toronto', 'EST', 'EDT'],
    ['America/Vancouver', 'PST', 'PDT'],
    ['America/St_Johns', 'NST', 'NDT'],
    ['Europe/Paris', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Tokyo', 'UTC+9', 'UTC+9'],
    ['Africa/Casablanca', 'UTC+1', 'UTC+1'],
    ['UTC', 'UTC', 'UTC'],
    ['Asia/Kathmandu', 'UTC+5:45', 'UTC+5:45'],
    ['+02:00', 'UTC+2', 'UTC+2'],
    ['-03:30', 'UTC-3:30', 'UTC-3:30'],
    ['Etc/GMT+5', 'UTC-5', 'UTC-5'],
  ])('%s is %s in January and %s in July', (zone, january, july) => {
    expect([zoneAbbreviation(zone, winter), zoneAbbreviation(zone, summer)]).toEqual([january, july]);
  });

  it('is that of its year, whatever the offset was called before', () => {
    expect(zoneAbbreviation('America/Winnipeg', new Date('1930-01-15'))).toBe('UTC-6');
    expect(zoneAbbreviation('America/Winnipeg', winter)).toBe('CST');
  });

  it('has a short name for every zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(zoneAbbreviation(zone, summer)).toMatch(/^(?:[A-Z]{3,5}|UTC[+-]\d{1,2}(?::\d\d)?)$/);
  });
});

describe('zoneOffset', () => {
  it('follows daylight saving time', () => {
    expect(zoneOffset('America/Toronto', winter.getTime())).toBe(-300);
    expect(zoneOffset('America/Toronto', summer.getTime())).toBe(-240);
  });

  it('is that of the engine at every hour, whatever was asked of the same day before', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'Africa/Monrovia', 'Pacific/Apia');
    const hours = fc.integer({ min: Date.UTC(1900, 0) / HOUR, max: Date.UTC(2040, 0) / HOUR });
    const askedAlike = (zone: string, hour: number) =>
      [hour, hour + 1, hour - 1, hour].every(
        (at) => zoneOffset(zone, at * HOUR) === IANAZone.create(zone).offset(at * HOUR),
      );
    fc.assert(fc.property(zones, hours, askedAlike), { numRuns: 500 });
    // Around the changes of a year, where one answer does not hold for the whole day.
    for (let hour = Date.UTC(2027, 0) / HOUR; hour < Date.UTC(2028, 0) / HOUR; hour += 1)
      expect([hour, zoneOffset('America/Toronto', hour * HOUR)]).toEqual([
        hour,
        IANAZone.create('America/Toronto').offset(hour * HOUR),
      ]);
  });
});
