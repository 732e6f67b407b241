import fc from 'fast-check';
import { clockTime, isTimeOnly, serialText } from './clock.js';

const two = (number: number) => String(number).padStart(2, '0');

const clock = fc.record({ hour: fc.nat({ max: 23 }), minute: fc.nat({ max: 59 }) });

describe('a time', () => {
  it('is read in every way in which people write it', () => {
    fc.assert(
      fc.property(clock, ({ hour, minute }) => {
        const [hours, minutes] = [two(hour), two(minute)];
        const [half, meridiem] = [hour % 12 || 12, hour < 12 ? 'a' : 'p'];
        const texts = [
          ...[`${hour}:${minutes}`, `${hours}:${minutes}:00`, `${hour}.${minutes}`, `${hour}h${minutes}`],
          ...[`${hour} h ${minutes}`, `${hours}${minutes}`, `${half}:${minutes} ${meridiem}m`],
          ...[`${half}.${minutes}${meridiem}.m.`, String((hour * 60 + minute) / 1440)],
        ].filter((text) => text !== '0' && !(hour === 0 && text.startsWith('0.')) && !text.includes('e-'));
        for (const text of texts) expect([text, clockTime(text)]).toEqual([text, `${hours}:${minutes}:00`]);
      }),
    );
  });

  it.each(['', '7', '25:00', '24:01', '13 pm', '0:60', '19:30 EST', '19:30–22:00', 'doors 7pm', '2027-06-21', '12.5'])(
    'is not “%s”',
    (text) => expect(clockTime(text)).toBeUndefined(),
  );

  it.each([
    ['22h', true],
    ['22.00', true],
    ['12.06pm', true],
    ['12.06', false],
    ['2027', false],
    ['soon', false],
  ])('alone in a column of dates: %s', (text, expected) => expect(isTimeOnly(text)).toBe(expected));
});

describe('a serial number', () => {
  it('counts days from 1900 or 1904, to the second that was typed', () => {
    expect([serialText(46559), serialText(46559.8125), serialText(0.8125)]).toEqual([
      '2027-06-21',
      '2027-06-21 19:30:00',
      '19:30:00',
    ]);
    expect(serialText(45097.81249999, 1904)).toBe('2027-06-21 19:30:00');
  });
});
