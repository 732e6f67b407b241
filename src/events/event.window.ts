import { DateTime } from 'luxon';
import { type SelectQueryBuilder } from 'typeorm';
import { type Condition } from '../common/records/visible.js';
import { type DateTimeInput, meansUntil } from '../common/time/date-time-input.js';
import { endOfDay, midnightAfter, type Moment, momentAt, momentOf, startOfDay } from '../common/time/moment.js';
import { type Event } from './event.entity.js';
import { type EventsQuery } from './events.query.js';

/** Lists reach this far where nothing else ends them. */
const DEFAULT_MONTHS = 24;

/** The last moment that every zone and database can tell. */
const END_OF_TIME = '9999-12-30 23:59:59';

/** Each bound with its condition: for whole days, and for the exact times given. */
const BOUNDS = {
  start_date: { edge: 'first', day: 'startUtc >= :at', time: 'startUtc >= :at' },
  end_date: { edge: 'last', day: 'endUtc <= :at', time: 'endUtc <= :at' },
  starts_before: { edge: 'last', day: 'startUtc <= :at', time: 'startUtc < :at' },
  starts_after: { edge: 'last', day: 'startUtc > :at', time: 'startUtc > :at' },
  ends_before: { edge: 'last', day: 'endUtc <= :at', time: 'endUtc < :at' },
  ends_after: { edge: 'last', day: 'endUtc > :at', time: 'endUtc > :at' },
  // An event that ends as the day begins has no part in it, unless that moment is all there is of it.
  from: { edge: 'first', day: '(endUtc > :at OR startUtc = :at)', time: '(endUtc > :at OR startUtc = :at)' },
  to: { edge: 'last', day: 'startUtc <= :at', time: 'startUtc < :at' },
} as const;

type Bound = keyof typeof BOUNDS;
export type Dates = Pick<EventsQuery, Bound | 'strict_dates'>;

/** Narrows a list of events by dates. All bounds combine; the default window fills in where nothing but a start or an end is given. */
export function narrowByDates(query: SelectQueryBuilder<Event>, dates: Dates, timezone: string): void {
  const isStrict = dates.strict_dates ?? false;
  for (const [bound, moment] of momentsOf(dates, isStrict, timezone)) {
    const { day, time } = BOUNDS[bound];
    const condition = (isStrict ? time : day).replaceAll(/(startUtc|endUtc)/g, `${query.alias}.$1`);
    query.andWhere(condition.replaceAll(':at', `:${bound}`), { [bound]: moment.utc });
  }
}

/** Until when the bounds of a list mean the same moments, in milliseconds since 1970. */
export function windowHoldsUntil(dates: Dates, timezone: string): number {
  const now = new Date();
  const given = (Object.keys(BOUNDS) as Bound[]).flatMap((bound) => dates[bound] ?? []);
  const isFromToday = dates.start_date === undefined && isDefaultWindow(dates);
  return Math.min(
    isFromToday ? midnightAfter(now, timezone) : Infinity,
    ...given.map((date) => meansUntil(date, timezone, now)),
  );
}

/** What bounds say of starts alone: no event ends before it starts. */
const STARTS: Partial<Record<Bound, string>> = {
  ...{ start_date: '>=', starts_after: '>=' },
  ...{ end_date: '<=', starts_before: '<=', ends_before: '<=', to: '<=' },
};

/** Conditions on the starts in a copy of them, which all events within the dates fulfil. */
export function startBounds(alias: string, dates: Dates, timezone: string): Condition[] {
  return [...momentsOf(dates, dates.strict_dates ?? false, timezone)].flatMap(([bound, { utc }]) => {
    const [comparison, parameter] = [STARTS[bound], `${alias}_${bound}`];
    if (comparison === undefined) return [];
    return { sql: `${alias}.startUtc ${comparison} :${parameter}`, parameters: { [parameter]: utc } };
  });
}

/** The window of a list that says nothing of dates, as it would be now: wall clock of the site. */
export function defaultWindow(timezone: string): { start: string; end: string } {
  const moments = momentsOf({}, false, timezone);
  return { start: moments.get('start_date')!.wall, end: moments.get('end_date')!.wall };
}

function momentsOf(dates: Dates, isStrict: boolean, timezone: string): Map<Bound, Moment> {
  const now = new Date();
  const given = (Object.keys(BOUNDS) as Bound[]).filter((bound) => dates[bound] !== undefined);
  const moments = new Map(
    given.map((bound): [Bound, Moment] => {
      const moment = (dates[bound] as DateTimeInput).resolve(timezone, now);
      return [bound, isStrict ? moment : edgeOf(moment, BOUNDS[bound].edge, timezone)];
    }),
  );
  if (!isDefaultWindow(dates)) return moments;
  const start = moments.get('start_date') ?? edgeOf(momentAt(now, timezone), 'first', timezone);
  moments.set('start_date', start);
  if (!moments.has('end_date')) moments.set('end_date', defaultEnd(start, isStrict, timezone));
  return moments;
}

/** Whether nothing is given but a start or an end: then the default fills in the other one. */
function isDefaultWindow(dates: Dates): boolean {
  return (Object.keys(BOUNDS) as Bound[]).every(
    (bound) => bound === 'start_date' || bound === 'end_date' || dates[bound] === undefined,
  );
}

function edgeOf({ wall }: Moment, edge: 'first' | 'last', timezone: string): Moment {
  return (edge === 'first' ? startOfDay : endOfDay)(wall, timezone);
}

function defaultEnd(start: Moment, isStrict: boolean, timezone: string): Moment {
  const wall = DateTime.fromSQL(start.wall, { zone: 'utc' }).plus({ months: DEFAULT_MONTHS });
  const end = wall.year > 9999 ? END_OF_TIME : wall.toFormat('yyyy-MM-dd HH:mm:ss');
  return isStrict ? momentOf(end, timezone) : edgeOf({ wall: end, utc: start.utc }, 'last', timezone);
}
