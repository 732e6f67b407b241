import fc from 'fast-check';
// CommonJS: its named exports are found by the test's module system, not by Node's.
import { RRule } from 'rrule';
import { amount, seed } from '../../../test/support/amounts.js';
import { FieldError } from '../errors/field-error.js';
import { parseRule, nextByRule, datesByRule, untilLocal } from './rule.js';

const SEED = seed();

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

const some = <T>(values: readonly T[], most = 3) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most });
const signed = (most: number) => fc.integer({ min: 1, max: most }).chain((n) => fc.constantFrom(n, -n));
const numbers = (one: fc.Arbitrary<number>) => fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

type Parts = Record<string, string | number | readonly (string | number)[] | undefined>;

const list = (values: readonly (string | number)[]) => values.join(',');
/** Each weekday once: the other library names a day twice that is both the second and the third but last. */
const ordinals = fc
  .uniqueArray(fc.tuple(signed(5), fc.constantFrom(...DAYS)), {
    minLength: 1,
    maxLength: 2,
    selector: ([, day]) => day,
  })
  .map((days) => days.map(([n, day]) => `${n}${day}`));

/** The shapes of RFC 5545, 3.3.10: which parts go together. */
const parts: fc.Arbitrary<Parts> = fc.oneof(
  fc.record({
    FREQ: fc.constant('DAILY'),
    BYMONTH: maybe(numbers(fc.integer({ min: 1, max: 12 }))),
    BYMONTHDAY: maybe(numbers(signed(31))),
    BYDAY: maybe(some(DAYS)),
  }),
  fc.record({
    FREQ: fc.constant('WEEKLY'),
    BYDAY: maybe(some(DAYS)),
    BYMONTH: maybe(numbers(fc.integer({ min: 1, max: 12 }))),
  }),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYMONTHDAY: maybe(numbers(signed(31))), BYSETPOS: fc.constant(undefined) }),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYDAY: fc.oneof(some(DAYS), ordinals) }),
  fc.record({ FREQ: fc.constant('MONTHLY'), BYDAY: some(DAYS, 5), BYSETPOS: signed(4) }),
  fc.record({
    FREQ: fc.constant('YEARLY'),
    BYMONTH: numbers(fc.integer({ min: 1, max: 12 })),
    BYMONTHDAY: maybe(numbers(signed(31))),
  }),
  fc.record({ FREQ: fc.constant('YEARLY'), BYMONTH: numbers(fc.integer({ min: 1, max: 12 })), BYDAY: ordinals }),
  fc.record({ FREQ: fc.constant('YEARLY'), BYYEARDAY: numbers(signed(366)) }),
  fc.record({ FREQ: fc.constant('YEARLY') }),
);

const rules = fc
  .record({
    parts,
    interval: maybe(fc.integer({ min: 1, max: 4 })),
    end: maybe(
      fc.oneof(
        fc.integer({ min: 1, max: 60 }).map((n) => `COUNT=${n}`),
        fc.integer({ min: 0, max: 900 }).map(untilOf),
      ),
    ),
    start: fc.integer({ min: 0, max: 1500 }),
    time: fc.constantFrom('00:00:00', '02:30:00', '08:15:30', '23:59:59'),
  })
  .map(({ parts: shape, interval, end, start, time }) => {
    const given = Object.entries(shape).filter(([, value]) => value !== undefined);
    const text = given.map(
      ([name, value]) => `${name}=${Array.isArray(value) ? list(value as string[]) : String(value)}`,
    );
    const rule = [...text, ...(interval ? [`INTERVAL=${interval}`] : []), ...(end ? [end] : [])].join(';');
    return { rule, start: `${dayAfter(start)} ${time}` };
  });

function dayAfter(days: number): string {
  return new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
}

function untilOf(days: number): string {
  return `UNTIL=${dayAfter(days + 400).replaceAll('-', '')}`;
}

const asUtc = (local: string) => new Date(`${local.replace(' ', 'T')}Z`);
const wallOf = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

/** By the port of Python's dateutil: days alone, in UTC. The first one counts, also where the rule does not make it. */
function byOtherLibrary(rule: string, start: string, to: string): string[] {
  const text = rule.replace(/UNTIL=(\d{8})/, 'UNTIL=$1T235959Z');
  const localTimes = (count?: number) => {
    const options = RRule.parseString(count === undefined ? text : text.replace(/COUNT=\d+/, `COUNT=${count}`));
    return new RRule({ ...options, dtstart: asUtc(start) }).between(asUtc(start), asUtc(to), true).map(wallOf);
  };
  const count = Number(/COUNT=(\d+)/.exec(rule)?.[1] ?? NaN);
  const found = localTimes();
  if (found[0] === start) return found;
  return [start, ...(count === 1 ? [] : localTimes(Number.isNaN(count) ? undefined : count - 1))];
}

describe(`rules (seed ${SEED})`, () => {
  it('make what another library makes of them', () => {
    const property = fc.property(rules, ({ rule, start }) => {
      const to = `${Number(start.slice(0, 4)) + 3}${start.slice(4)}`.replace('-02-29', '-02-28');
      expect(parseRule(rule)).toBe(rule);
      // An end before the beginning is refused before.
      if ((untilLocal(rule, 'UTC') ?? start) < start) return;
      expect(datesByRule(rule, start, 'UTC', to)).toEqual(byOtherLibrary(rule, start, to));
    });
    fc.assert(property, { numRuns: amount('RECURRENCE_RULES'), seed: SEED });
  }, 600_000);

  it('end at their UNTIL in the zone of the event', () => {
    expect(untilLocal('FREQ=DAILY;UNTIL=20270701T020000Z', 'America/Toronto')).toBe('2027-06-30 22:00:00');
    expect(untilLocal('FREQ=DAILY;UNTIL=20270701', 'America/Toronto')).toBe('2027-07-01 23:59:59');
    expect(untilLocal('FREQ=DAILY;UNTIL=20270701T120000', 'America/Toronto')).toBe('2027-07-01 12:00:00');
  });

  it('say what comes next, or that nothing does', () => {
    expect(nextByRule('FREQ=MONTHLY', '2027-01-31 10:00:00', 'UTC', '2027-01-31 10:00:00')).toBe('2027-03-31 10:00:00');
    expect(nextByRule('FREQ=DAILY;COUNT=1', '2027-01-31 10:00:00', 'UTC', '2027-01-31 10:00:00')).toBeUndefined();
    // A Sunday, and two Mondays: the first one counts.
    const mondays = (count: number) => `FREQ=WEEKLY;BYDAY=MO;COUNT=${count}`;
    expect(nextByRule(mondays(3), '2027-01-31 10:00:00', 'UTC', '2027-02-01 10:00:00')).toBe('2027-02-08 10:00:00');
    expect(nextByRule(mondays(3), '2027-01-31 10:00:00', 'UTC', '2027-02-08 10:00:00')).toBeUndefined();
    expect(nextByRule(mondays(1), '2027-01-31 10:00:00', 'UTC', '2027-01-31 10:00:00')).toBeUndefined();
    expect(
      nextByRule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2027-01-31 10:00:00', 'UTC', '2027-02-01 00:00:00'),
    ).toBeUndefined();
  });

  it.each([
    '',
    'FREQ',
    'FREQ=',
    'BYDAY=MO',
    'FREQ=DAILY;;',
    'FREQ=DAILY;X=1',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=0',
  ])('cannot be read where they say %p', (rule) => expect(parseRule(rule)).toBeInstanceOf(FieldError));

  it.each(['FREQ=WEEKLY;BYMONTHDAY=3', 'FREQ=WEEKLY;BYDAY=2MO', 'FREQ=DAILY;BYSETPOS=1', 'FREQ=YEARLY;BYWEEKNO=54'])(
    'cannot put together what RFC 5545 forbids: %s',
    (rule) => expect(parseRule(rule)).toBeInstanceOf(FieldError),
  );
});
