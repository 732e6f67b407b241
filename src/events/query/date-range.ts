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

/** Lists reach this far where nothing else ends them. */
const DEFAULT_YEARS = 2;

/** What the dates of a list come to: limits of starts and ends, all included. Columns and limits hold whole seconds. */
export interface DateRange {
  readonly startFrom?: Date;
  readonly startTo?: Date;
  readonly endTo?: Date;
  /** Events that have begun by `startTo` count only where they end at `endFrom` or later; those that begin later all do. */
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
  /** The end of the day, where a whole day is meant. */
  readonly edge: 'first' | 'last';
  /** The day that counts of a span such as `this weekend`. */
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
  // An event that ends as the day begins has no part in it, unless that moment is all there is of it.
  from: {
    edge: 'first',
    spanEdge: 'first',
    limit: (at) => ({ begun: { startTo: secondBefore(at), endFrom: secondAfter(at) } }),
  },
  to: { edge: 'last', spanEdge: 'last', limit: (at, isStrict) => ({ startTo: isStrict ? secondBefore(at) : at }) },
} as const satisfies Record<string, BoundMeaning>;

type Bound = keyof typeof BOUNDS;
export type Dates = Pick<EventsQuery, Bound | 'strict_dates'>;

/** A date range, and until when its dates mean it, in milliseconds since 1970. */
interface CurrentRange {
  readonly range: DateRange;
  readonly until: number;
  /** Whether `to` lies before `from`. */
  readonly isReversed: boolean;
}

/** The range that dates make together at this moment, and until when they do. */
export function rangeNow(dates: Dates, timezone: string): CurrentRange {
  // The moment comes first, since midnight may pass in between.
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
  // What ends by then has begun by then; without this an index would be read to its end.
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

/** The stricter of two conditions, which implies the other: no event ends before it starts. */
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

/** Until when the bounds of a list mean the same moments, in milliseconds since 1970. */
function rangeHoldsUntil(dates: Dates, timezone: string): number {
  const now = new Date();
  const given = (Object.keys(BOUNDS) as Bound[]).flatMap((bound) => dates[bound] ?? []);
  const isFromToday = dates.start_date === undefined && isDefaultRange(dates);
  return Math.min(
    isFromToday ? midnightAfter(now, timezone) : Infinity,
    ...given.map((date) => meansUntil(date, timezone, now)),
  );
}

/** The date range of a list that names no dates, as it would be now: wall clock of the site. */
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

/** Whether any date narrows the list. */
export function hasDates(dates: Dates): boolean {
  return (Object.keys(BOUNDS) as Bound[]).some((bound) => dates[bound] !== undefined);
}

/** Whether nothing is given but a start or an end: then the default fills in the other one. */
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
  // Two years after a leap day there is none.
  const end = year > 9999 ? LAST_LOCAL_TIME : `${year}${local.slice(4).replace('-02-29', '-02-28')}`;
  return isStrict ? momentOf(end, timezone) : edgeOf({ local: end, utc }, 'last', timezone);
}
