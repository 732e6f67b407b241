import { type DateTimeInput, meansUntil } from '../../datetime/date-time-input.js';
import {
  endOfDay,
  LAST_LOCAL_TIME,
  midnightAfter,
  type Moment,
  momentAt,
  momentOf,
  startOfDay,
} from '../../datetime/moment.js';
import { type EventsQuery } from '../events.query.js';

/** Months that lists cover by default. */
const DEFAULT_YEARS = 2;

/** The date range of a list as limits of starts and ends, all inclusive. Columns and limits have whole seconds. */
export interface DateRange {
  readonly startFrom?: Date;
  readonly startTo?: Date;
  readonly endTo?: Date;
  /** Events that start at or before `startTo` must also end at or after `endFrom`; events that start later need not. */
  readonly begun?: Begun;
}

interface Begun {
  readonly startTo: Date;
  readonly endFrom: Date;
}

const SECOND = 1000;
const secondAfter = (date: Date) => new Date(date.getTime() + SECOND);
const secondBefore = (date: Date) => new Date(date.getTime() - SECOND);

interface BoundMeaning {
  /** The edge of a whole day that the parameter uses. */
  readonly edge: 'first' | 'last';
  /** The edge of a span such as `this weekend` that the parameter uses. */
  readonly spanEdge: 'first' | 'last';
  readonly limit: (at: Date, isStrict: boolean) => DateRange;
}

const BOUNDS = {
  start_date: { edge: 'first', spanEdge: 'first', limit: (at) => ({ startFrom: at }) },
  end_date: { edge: 'last', spanEdge: 'last', limit: (at) => ({ endTo: at }) },
  starts_before: {
    edge: 'last',
    spanEdge: 'first',
    limit: (at, isStrict) => ({ startTo: isStrict ? secondBefore(at) : at }),
  },
  starts_after: { edge: 'last', spanEdge: 'last', limit: (at) => ({ startFrom: secondAfter(at) }) },
  ends_before: {
    edge: 'last',
    spanEdge: 'first',
    limit: (at, isStrict) => ({ endTo: isStrict ? secondBefore(at) : at }),
  },
  ends_after: { edge: 'last', spanEdge: 'last', limit: (at) => ({ begun: { startTo: at, endFrom: secondAfter(at) } }) },
  // An event that ends exactly when the day begins is not on that day, unless it has no duration.
  from: {
    edge: 'first',
    spanEdge: 'first',
    limit: (at) => ({ begun: { startTo: secondBefore(at), endFrom: secondAfter(at) } }),
  },
  to: { edge: 'last', spanEdge: 'last', limit: (at, isStrict) => ({ startTo: isStrict ? secondBefore(at) : at }) },
} as const satisfies Record<string, BoundMeaning>;

type Bound = keyof typeof BOUNDS;
export type Dates = Pick<EventsQuery, Bound | 'strict_dates'>;

/** A date range, and the time until which its dates keep their meaning, in milliseconds since 1970. */
interface CurrentRange {
  readonly range: DateRange;
  readonly until: number;
  /** Whether `to` lies before `from`. */
  readonly isReversed: boolean;
}

/** The current date range of the parameters. */
export function rangeNow(dates: Dates, timezone: string): CurrentRange {
  // The expiry is computed first, because midnight may pass in between.
  const until = rangeHoldsUntil(dates, timezone);
  const isStrict = dates.strict_dates ?? false;
  const moments = momentsOf(dates, isStrict, timezone);
  const [from, to] = [moments.get('from')?.utc, moments.get('to')?.utc];
  const isReversed = from !== undefined && to !== undefined && to < from;
  return { range: rangeOf(moments, isStrict), until, isReversed };
}

function rangeOf(moments: ReadonlyMap<Bound, Moment>, isStrict: boolean): DateRange {
  const limits = [...moments].map(([bound, { utc }]) => BOUNDS[bound].limit(utc, isStrict));
  const range = limits.reduce<DateRange>(narrowed, {});
  // Events that end by then have also begun by then. Without this limit the whole index would be read.
  return { ...range, startTo: earliest(range.startTo, range.endTo) };
}

function narrowed(one: DateRange, other: DateRange): DateRange {
  return {
    startFrom: latest(one.startFrom, other.startFrom),
    startTo: earliest(one.startTo, other.startTo),
    endTo: earliest(one.endTo, other.endTo),
    begun: stricter(one.begun, other.begun),
  };
}

/** The stricter of two limits, which implies the other: no event ends before it starts. */
function stricter(one: Begun | undefined, other: Begun | undefined): Begun | undefined {
  if (!one || !other) return one ?? other;
  const [ends, otherEnds] = [one.endFrom.getTime(), other.endFrom.getTime()];
  if (ends === otherEnds) return one.startTo > other.startTo ? one : other;
  return ends > otherEnds ? one : other;
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one > other ? one : other) : (one ?? other);
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one < other ? one : other) : (one ?? other);
}

/** The time until which relative dates keep their meaning, in milliseconds since 1970. */
function rangeHoldsUntil(dates: Dates, timezone: string): number {
  const now = new Date();
  const given = (Object.keys(BOUNDS) as Bound[]).flatMap((bound) => dates[bound] ?? []);
  const isFromToday = dates.start_date === undefined && isDefaultRange(dates);
  return Math.min(
    isFromToday ? midnightAfter(now, timezone) : Infinity,
    ...given.map((date) => meansUntil(date, timezone, now)),
  );
}

/** The current date range of a list without dates, in the local time of the site. */
export function defaultRange(timezone: string): { start: string; end: string } {
  const moments = momentsOf({}, false, timezone);
  return { start: moments.get('start_date')!.local, end: moments.get('end_date')!.local };
}

function momentsOf(dates: Dates, isStrict: boolean, timezone: string): Map<Bound, Moment> {
  const now = new Date();
  const given = (Object.keys(BOUNDS) as Bound[]).filter((bound) => dates[bound] !== undefined);
  const moments = new Map(
    given.map((bound): [Bound, Moment] => {
      const { edge, spanEdge } = BOUNDS[bound];
      const moment = (dates[bound] as DateTimeInput).resolve(timezone, now, spanEdge);
      return [bound, isStrict ? moment : edgeOf(moment, edge, timezone)];
    }),
  );
  if (!isDefaultRange(dates)) return moments;
  const start = moments.get('start_date') ?? edgeOf(momentAt(now, timezone), 'first', timezone);
  moments.set('start_date', start);
  if (!moments.has('end_date')) moments.set('end_date', defaultEnd(start, isStrict, timezone));
  return moments;
}

/** Whether any date parameter is given. */
export function hasDates(dates: Dates): boolean {
  return (Object.keys(BOUNDS) as Bound[]).some((bound) => dates[bound] !== undefined);
}

/** Whether only `start_date` or `end_date` is given, so that the default completes the range. */
function isDefaultRange(dates: Dates): boolean {
  return (Object.keys(BOUNDS) as Bound[]).every(
    (bound) => bound === 'start_date' || bound === 'end_date' || dates[bound] === undefined,
  );
}

function edgeOf({ local }: Moment, edge: 'first' | 'last', timezone: string): Moment {
  return (edge === 'first' ? startOfDay : endOfDay)(local, timezone);
}

function defaultEnd({ local, utc }: Moment, isStrict: boolean, timezone: string): Moment {
  const year = Number(local.slice(0, 4)) + DEFAULT_YEARS;
  // 29 February does not exist two years later.
  const end = year > 9999 ? LAST_LOCAL_TIME : `${year}${local.slice(4).replace('-02-29', '-02-28')}`;
  return isStrict ? momentOf(end, timezone) : edgeOf({ local: end, utc }, 'last', timezone);
}
