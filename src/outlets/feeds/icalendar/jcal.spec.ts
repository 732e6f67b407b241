import fc from 'fast-check';
import ICAL from 'ical.js';
import { component, recurrenceRule, text, uri, serialize } from './jcal.js';

const aText = fc
  .string({ unit: 'binary', maxLength: 400, size: 'max' })
  .map((given) => given.replace(/[^\P{Cc}\n]|\p{Cs}/gu, ''));

describe('properties in iCalendar', () => {
  it('are lines of at most 75 octets and whole characters, which keep their content', () => {
    fc.assert(
      fc.property(aText, aText, (summary, cn) => {
        const file = component('vevent', [text('summary', summary, 'fr'), ['x-told', { cn }, 'text', summary]]);
        expect(file.endsWith('\r\nEND:VEVENT\r\n')).toBe(true);
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(Buffer.from(file).toString()).toBe(file);
        const event = ICAL.Component.fromString(file);
        const told = event.getFirstProperty('x-told')!;
        expect([event.getFirstPropertyValue('summary'), told.getFirstParameter('cn')]).toEqual([summary, cn]);
      }),
    );
  });

  it('fill their lines', () => {
    const lines = serialize([text('summary', 'x'.repeat(200))]).split('\r\n');
    expect(lines.map(({ length }) => length)).toEqual([74, 75, 61, 0]);
  });

  it('have a VALUE parameter for other types than the default, and rules as they are', () => {
    const lines = [
      text('x-alt-desc', 'a,b;c\\d\ne'),
      uri('source', 'https://a.example/?b,c'),
      recurrenceRule('FREQ=WEEKLY;BYDAY=MO,-1FR;UNTIL=20270511T215959Z'),
    ];
    expect(serialize(lines)).toBe(
      'X-ALT-DESC:a\\,b\\;c\\\\d\\ne\r\nSOURCE;VALUE=URI:https://a.example/?b,c\r\n' +
        'RRULE:FREQ=WEEKLY;BYDAY=MO,-1FR;UNTIL=20270511T215959Z\r\n',
    );
  });
});
