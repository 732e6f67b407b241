import fc from 'fast-check';
import { seed } from '../../../test/support/amounts.js';
import { dayNumber, daysBetween, dayText } from '../datetime/days.js';
import { FieldError } from '../errors/field-error.js';
import { copyRecurrence } from './copy-recurrence.js';
import { type Recurrence } from './recurrence.js';
import { datesByRule, includesStart, rulePart, untilLocal, WEEKDAYS, withPart } from './rule.js';

const SEED = seed();
const ZONE = 'America/Toronto';

function copy(rrule: string, from: string, to: string, dates: Partial<Recurrence> = {}): Recurrence | string {
  const move = { from, to, end: 0, byRule: from, timezone: ZONE };
  const copied = copyRecurrence({ rrule, exdates: [], rdates: [], ...dates }, move);
  return copied instanceof FieldError ? 'refused' : copied;
}

function ruleOf(rrule: string, from: string, to: string): string {
  const copied = copy(rrule, from, to);
  return typeof copied === 'string' ? copied : copied.rrule!;
}

const THURSDAY = '2027-07-01 19:00:00';

describe('the rule of a copy', () => {
  it.each([
    // The source begins on a day of its rule; the copy on another one.
    ['FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4', '2027-06-29', '2027-09-02', 'same'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2027-06-28', '2027-09-01', 'same'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=3', '2027-06-28', '2027-09-01', 'same'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;WKST=SU', '2027-06-28', '2027-09-01', 'same'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2027-06-08', '2027-09-14', 'same'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '2027-06-25', '2027-10-29', 'same'],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', '2027-06-01', '2027-09-06', 'same'],
    ['FREQ=MONTHLY;BYMONTHDAY=21', '2027-06-21', '2028-02-21', 'same'],
    ['FREQ=MONTHLY', '2027-06-21', '2028-01-31', 'same'],
    ['FREQ=YEARLY', '2027-06-21', '2028-02-29', 'same'],
    ['FREQ=YEARLY;BYMONTH=6;BYDAY=3SU', '2027-06-20', '2028-06-18', 'same'],
    ['FREQ=WEEKLY;COUNT=3', '2027-06-21', '2027-06-30', 'same'],
    ['FREQ=DAILY', '2027-06-21', '2027-06-30', 'same'],
    // One weekday follows the start.
    ['FREQ=WEEKLY;BYDAY=MO;COUNT=3', '2027-06-21', '2027-06-29', 'FREQ=WEEKLY;BYDAY=TU;COUNT=3'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2027-06-21', '2027-07-03', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2027-06-08', '2027-09-08', 'FREQ=MONTHLY;BYDAY=2WE'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2027-06-25', '2027-09-30', 'FREQ=MONTHLY;BYDAY=-1TH'],
    // The new start does not fit.
    ['FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4', '2027-06-29', '2027-09-01', 'refused'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2027-06-28', '2027-09-04', 'refused'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2027-06-08', '2027-09-21', 'refused'],
    ['FREQ=MONTHLY;BYMONTHDAY=21', '2027-06-21', '2027-07-20', 'refused'],
    ['FREQ=YEARLY;BYMONTH=6;BYDAY=3SU', '2027-06-20', '2028-07-16', 'refused'],
  ])('%s from %s to %s: %s', (rule, from, to, expected) => {
    expect(ruleOf(rule, `${from} 19:00:00`, `${to} 19:00:00`)).toBe(expected === 'same' ? rule : expected);
  });

  it('stays where the first date of the series was none of its rule', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4';
    expect(ruleOf(rule, '2027-06-26 19:00:00', '2028-06-25 19:00:00')).toBe(rule);
  });

  it.each([
    ['20270831', '20271102', '2027-09-02 20:00:00'],
    ['20270831T190000', '20271102T200000', '2027-09-02 20:00:00'],
    ['20270831T235959', '20271102T235959', '2027-09-02 20:00:00'],
    ['20270831T180000', '20271101T235959', '2027-09-02 17:00:00'],
    // 23:59:59 in Toronto, before and after the clocks go back.
    ['20270901T035959Z', '20271103T035959Z', '2027-09-02 19:00:00'],
    ['20270901T035959Z', '20271203T045959Z', '2027-10-02 19:00:00'],
  ])('ends as many days later: %s becomes %s from %s', (until, expected, to) => {
    expect(ruleOf(`FREQ=DAILY;UNTIL=${until}`, THURSDAY, to)).toBe(`FREQ=DAILY;UNTIL=${expected}`);
  });

  it('has the excluded and added dates as many days later', () => {
    const dates = {
      exdates: ['2027-07-08', '2027-07-15 19:00'],
      rdates: ['2027-07-09 14:00', '2027-07-10 10:00/12:00'],
    };
    expect(copy('FREQ=WEEKLY', THURSDAY, '2027-07-03 20:00:00', dates)).toMatchObject({
      exdates: ['2027-07-10', '2027-07-17 20:00'],
      rdates: ['2027-07-11 15:00', expect.stringMatching(/^2027-07-12 11:00/) as string],
    });
  });

  it('follows the time of day where the rule names it', () => {
    expect(ruleOf('FREQ=DAILY;BYHOUR=19', THURSDAY, '2027-07-05 20:00:00')).toBe('FREQ=DAILY;BYHOUR=20');
  });

  const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 5 });
  const rules = fc.oneof(
    fc.tuple(fc.constantFrom('WEEKLY', 'DAILY'), weekdays).map(([freq, days]) => `FREQ=${freq};BYDAY=${days.join()}`),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), weekdays)
      .map(([interval, days]) => `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.join()}`),
    fc
      .tuple(fc.constantFrom(1, 2, 3, 4, -1, -2), fc.constantFrom(...WEEKDAYS))
      .map(([ordinal, day]) => `FREQ=MONTHLY;BYDAY=${ordinal}${day}`),
    fc.integer({ min: 1, max: 28 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
    fc.integer({ min: 1, max: 12 }).map((month) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=2SA`),
    fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'),
  );
  const ends = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 9 }).map((count) => `;COUNT=${count}`),
    fc
      .integer({ min: 400, max: 900 })
      .map((days) => `;UNTIL=${dayText(dayNumber(THURSDAY) + days).replaceAll('-', '')}`),
  );
  const days = fc.integer({ min: 0, max: 1500 }).map((later) => `${dayText(dayNumber(THURSDAY) + later)} 19:00:00`);

  it('has the new start, and is another one only on another weekday', () => {
    fc.assert(
      fc.property(rules, ends, days, (bare, end, to) => {
        const rule = bare + end;
        const from = datesByRule(bare, THURSDAY, ZONE, '2028-12-31 00:00:00').find((date) => date !== THURSDAY)!;
        if (rule.includes('UNTIL') && from > untilLocal(rule, ZONE)!) return;
        const copied = ruleOf(rule, from, to);
        const withoutUntil = (one: string) => withPart(one, 'UNTIL', undefined);
        const fits = includesStart(bare, to, ZONE);
        if (fits) expect(withoutUntil(copied)).toBe(withoutUntil(rule));
        if (copied === 'refused') {
          expect(fits).toBe(false);
          expect(rule).toMatch(/BY/);
          expect(rule).not.toMatch(/WEEKLY.*BYDAY=[A-Z]{2}(?:;|$)/);
          return;
        }
        expect(includesStart(copied, to, ZONE)).toBe(true);
        const until = untilLocal(copied, ZONE);
        if (until) expect(daysBetween(untilLocal(rule, ZONE)!, until)).toBe(daysBetween(from, to));
        if (fits) return;
        // Nothing but the weekday differs.
        const weekday = WEEKDAYS[new Date(`${to.slice(0, 10)}T00:00:00Z`).getUTCDay()]!;
        const expected = withPart(rule, 'BYDAY', rulePart(rule, 'BYDAY')!.replace(/[A-Z]{2}$/, weekday));
        expect(withPart(withoutUntil(copied), 'BYDAY', rulePart(copied, 'BYDAY'))).toBe(withoutUntil(expected));
      }),
      { numRuns: 150, seed: SEED },
    );
  });
});
