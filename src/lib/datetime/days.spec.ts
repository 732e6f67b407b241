import fc from 'fast-check';
import { dayNumberAt, startOfDayNumber, dayNumber, dayRuns, dayText } from './days.js';

const ZONES = [
  'America/Toronto',
  'America/Santiago',
  'Asia/Beirut',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Asia/Kathmandu',
  'UTC',
];
const DAY = 86_400_000;

describe('days', () => {
  it('have numbers', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dayNumber('2027-05-31 18:00:00')).toBe(20_969);
    expect(dayText(20_969)).toBe('2027-05-31');
    expect(dayText(-1)).toBe('1969-12-31');
  });

  it('begin where the clocks have them begin', () => {
    expect(startOfDayNumber(dayNumber('2027-05-31'), 'America/Toronto')).toEqual(new Date('2027-05-31T04:00:00Z'));
    // No midnight: 01:00 follows 23:59:59.
    expect(startOfDayNumber(dayNumber('2027-09-05'), 'America/Santiago')).toEqual(new Date('2027-09-05T04:00:00Z'));
  });

  it('come in runs between changes of the clocks, without a gap', () => {
    const runs = dayRuns(dayNumber('2027-01-01'), dayNumber('2027-12-31'), 'America/Toronto');
    expect(runs.map(({ first, last, offsetSeconds }) => [dayText(first), dayText(last), offsetSeconds / 3600])).toEqual(
      [
        ['2027-01-01', '2027-03-14', -5],
        ['2027-03-15', '2027-11-07', -4],
        ['2027-11-08', '2027-12-31', -5],
      ],
    );
  });

  it('are each between their beginning and that of the next', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: -20 * 365, max: 100 * 365 }),
        fc.nat(DAY - 1),
        (zone, day, more) => {
          const instant = new Date(day * DAY + more);
          const found = dayNumberAt(instant, zone);
          expect(startOfDayNumber(found, zone).getTime()).toBeLessThanOrEqual(instant.getTime());
          expect(startOfDayNumber(found + 1, zone).getTime()).toBeGreaterThan(instant.getTime());
        },
      ),
    );
  });
});
