import fc from 'fast-check';
import { parseDateTime, type DateTimeInput } from '../../values/time/date-time-input.js';
import { durationClass, LONGEST } from '../times/duration.js';
import { type Stretch, stretchesOf, together } from './stretches.js';
import { type Dates, windowOf } from './window.js';

const SECOND = 1000;
const NOON = Date.UTC(2027, 4, 30, 12);

interface Times {
  readonly startUtc: Date;
  readonly endUtc: Date;
}

/** Moments close together, so that they often meet. */
const moment = fc.integer({ min: -3, max: 3 }).map((seconds) => NOON + seconds * SECOND);
const far = fc.integer({ min: -800, max: 800 }).map((days) => NOON + days * 86_400_000);
const duration = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.constantFrom(...LONGEST.slice(0, -1).flatMap((longest) => [-1, 0, 1].map((step) => longest / SECOND + step))),
);
const anEvent: fc.Arbitrary<Times> = fc
  .tuple(fc.oneof(moment, far), duration, fc.boolean())
  .map(([at, seconds, ends]) => {
    const length = seconds * SECOND;
    return ends
      ? { startUtc: new Date(at - length), endUtc: new Date(at) }
      : { startUtc: new Date(at), endUtc: new Date(at + length) };
  });

const BOUNDS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'from',
  'to',
] as const;
type Given = Partial<Record<(typeof BOUNDS)[number], number>>;

const given: fc.Arbitrary<Given> = fc
  .dictionary(fc.constantFrom(...BOUNDS), fc.oneof(moment, moment, far), { maxKeys: 4 })
  // Without one of these the default window joins in.
  .map((some): Given => ({ ...some, starts_after: (some as Given).starts_after ?? NOON - 900 * 86_400_000 }));

function datesOf(bounds: Given): Dates {
  const inputs = Object.entries(bounds).map(([name, at]) => [name, parseDateTime(at / SECOND) as DateTimeInput]);
  return { ...(Object.fromEntries(inputs) as Dates), strict_dates: true };
}

/** What the interface says of exact times, bound by bound. */
function isMeant(bounds: Given, { startUtc, endUtc }: Times): boolean {
  const [start, end] = [startUtc.getTime(), endUtc.getTime()];
  // Between an instant and one before it there is nothing.
  if (bounds.from !== undefined && bounds.to !== undefined && bounds.to < bounds.from) return false;
  const meanings: Record<keyof Given, (at: number) => boolean> = {
    start_date: (at) => start >= at,
    end_date: (at) => end <= at,
    starts_before: (at) => start < at,
    starts_after: (at) => start > at,
    ends_before: (at) => end < at,
    ends_after: (at) => end > at,
    from: (at) => end > at || start === at,
    to: (at) => start < at,
  };
  return Object.entries(bounds).every(([name, at]) => meanings[name as keyof Given](at));
}

function isIn({ durationClass: wanted, startFrom, startTo, endFrom, endTo }: Stretch, event: Times): boolean {
  const { startUtc, endUtc } = event;
  return (
    (wanted === undefined || wanted === durationClass(event)) &&
    (!startFrom || startUtc >= startFrom) &&
    (!startTo || startUtc <= startTo) &&
    (!endFrom || endUtc >= endFrom) &&
    (!endTo || endUtc <= endTo)
  );
}

describe('the stretches of a window', () => {
  it('have each event that the dates mean once, and no other', () => {
    fc.assert(
      fc.property(given, anEvent, (bounds, event) => {
        const stretches = stretchesOf(windowOf(datesOf(bounds), 'UTC'));
        expect(stretches.filter((stretch) => isIn(stretch, event))).toHaveLength(isMeant(bounds, event) ? 1 : 0);
      }),
      { numRuns: 5000 },
    );
  });

  it('reach no further back than events of their class last', () => {
    const [shortest] = stretchesOf(windowOf(datesOf({ ends_after: NOON }), 'UTC'));
    expect(shortest!.durationClass).toBe(0);
    expect(shortest!.startTo!.getTime() - shortest!.startFrom!.getTime()).toBeLessThan(9 * 3_600_000);
  });
});

describe('together', () => {
  const stretches = stretchesOf(windowOf(datesOf({ ends_after: NOON }), 'UTC'));

  it('counts the classes of durations in one go on a server, and what begins later apart', () => {
    const [classes, later, ...others] = together(stretches, false);
    expect(classes!.map(({ durationClass }) => durationClass)).toEqual(LONGEST.map((_, place) => place));
    expect(later).toMatchObject([{ startFrom: new Date(NOON + SECOND) }]);
    expect(others).toEqual([]);
  });

  it('counts each stretch by itself in a file', () => {
    expect(together(stretches, true)).toEqual(stretches.map((stretch) => [stretch]));
  });
});
