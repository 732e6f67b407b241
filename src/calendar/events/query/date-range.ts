import { type SelectBuilder } from '../../../database/sql/select-builder.js';
import { type DateTimeInput, validUntil } from '../../../lib/datetime/date-time-input.js';
import {
  endOfDay,
  LAST_LOCAL_TIME,
  midnightAfter,
  type Moment,
  momentFromInstant,
  momentFromLocal,
  startOfDay,
} from '../../../lib/datetime/moment.js';
import { FieldError, type FieldErrors } from '../../../lib/errors/field-error.js';
import { type ListScope } from '../../list/listing.js';

/** Years that lists cover by default. */
const DEFAULT_YEARS = 2;

/**
 * The edge of a whole day and that of a span such as `this weekend` that each parameter uses, and its clause. `until` is
 * `<=`, which includes the last second of a day, or `<` for an exact time.
 */
const BOUNDS = {
  start_date: { edge: 'first', spanEdge: 'first', clause: () => 'event.startUtc >= :start_date' },
  // The limit of the start is redundant, but bounds the range of the index, which begins with the start.
  end_date: {
    edge: 'last',
    spanEdge: 'last',
    clause: () => 'event.startUtc <= :end_date AND event.endUtc <= :end_date',
  },
  starts_before: { edge: 'last', spanEdge: 'first', clause: (until) => `event.startUtc ${until} :starts_before` },
  starts_after: { edge: 'last', spanEdge: 'last', clause: () => 'event.startUtc > :starts_after' },
  ends_before: {
    edge: 'last',
    spanEdge: 'first',
    clause: (until) => `event.startUtc ${until} :ends_before AND event.endUtc ${until} :ends_before`,
  },
  // The comparison of the start is redundant, but lets later events match without reading their end.
  ends_after: {
    edge: 'last',
    spanEdge: 'last',
    clause: () => '(event.startUtc > :ends_after OR event.endUtc > :ends_after)',
  },
  // An event that ends exactly when the day begins is not on that day, unless it has no duration.
  from: { edge: 'first', spanEdge: 'first', clause: () => '(event.startUtc >= :from OR event.endUtc > :from)' },
  to: { edge: 'last', spanEdge: 'last', clause: (until) => `event.startUtc ${until} :to` },
} as const satisfies Record<
  string,
  { edge: 'first' | 'last'; spanEdge: 'first' | 'last'; clause: (until: '<' | '<=') => string }
>;

type Bound = keyof typeof BOUNDS;
export type Dates = { readonly [B in Bound]?: DateTimeInput } & { readonly strict_dates?: boolean };

/** Applies the date range, and limits the lifetime of the response while it has relative dates. */
export function filterByDates(rows: SelectBuilder, dates: Dates, { context, site }: ListScope): void {
  // The expiry is computed first, because midnight may pass in between.
  context.response.expireAt(rangeHoldsUntil(dates, site.timezone));
  const isStrict = dates.strict_dates ?? false;
  const moments = momentsOf(dates, isStrict, site.timezone);
  for (const [bound, { utc }] of moments) rows.andWhere(BOUNDS[bound].clause(isStrict ? '<' : '<='), { [bound]: utc });
}

/**
 * Refuses a range that ends before it begins. With `include`, dates are ignored.
 * @param query some of whose values may be unreadable
 */
export function checkOverlap(
  { from, to, strict_dates: isStrict, include }: Dates & { readonly include?: readonly number[] },
  timezone: string,
  errors: FieldErrors,
): void {
  if (include || !from || !to || from instanceof FieldError || to instanceof FieldError) return;
  const moments = momentsOf({ from, to }, isStrict === true, timezone);
  if (moments.get('to')!.utc < moments.get('from')!.utc) errors.add('to', (messages) => messages.toBeforeFrom);
}

/** The time until which relative dates keep their meaning, in milliseconds since 1970. */
function rangeHoldsUntil(dates: Dates, timezone: string): number {
  const now = new Date();
  const isFromToday = dates.start_date === undefined && isDefaultRange(dates);
  return Math.min(
    isFromToday ? midnightAfter(now, timezone) : Infinity,
    ...givenBounds(dates).map((bound) => validUntil(dates[bound]!, timezone, now)),
  );
}

/** The current date range of a list without dates, in the local time of the site. */
export function defaultRange(timezone: string): { start: string; end: string } {
  const moments = momentsOf({}, false, timezone);
  return { start: moments.get('start_date')!.local, end: moments.get('end_date')!.local };
}

function momentsOf(dates: Dates, isStrict: boolean, timezone: string): Map<Bound, Moment> {
  const now = new Date();
  const moments = new Map(
    givenBounds(dates).map((bound): [Bound, Moment] => {
      const { edge, spanEdge } = BOUNDS[bound];
      const moment = dates[bound]!.resolve(timezone, now, spanEdge);
      return [bound, isStrict ? moment : edgeOf(moment, edge, timezone)];
    }),
  );
  if (!isDefaultRange(dates)) return moments;
  const start = moments.get('start_date') ?? edgeOf(momentFromInstant(now, timezone), 'first', timezone);
  moments.set('start_date', start);
  if (!moments.has('end_date')) moments.set('end_date', defaultEnd(start, isStrict, timezone));
  return moments;
}

export function hasDates(dates: Dates): boolean {
  return givenBounds(dates).length > 0;
}

/** Whether only `start_date` or `end_date` is given, so that the default completes the range. */
function isDefaultRange(dates: Dates): boolean {
  return givenBounds(dates).every((bound) => bound === 'start_date' || bound === 'end_date');
}

function givenBounds(dates: Dates): Bound[] {
  return (Object.keys(BOUNDS) as Bound[]).filter((bound) => dates[bound] !== undefined);
}

function edgeOf({ local }: Moment, edge: 'first' | 'last', timezone: string): Moment {
  return (edge === 'first' ? startOfDay : endOfDay)(local, timezone);
}

function defaultEnd({ local, utc }: Moment, isStrict: boolean, timezone: string): Moment {
  const year = Number(local.slice(0, 4)) + DEFAULT_YEARS;
  // 29 February does not exist two years later.
  const end = year > 9999 ? LAST_LOCAL_TIME : `${year}${local.slice(4).replace('-02-29', '-02-28')}`;
  return isStrict ? momentFromLocal(end, timezone) : edgeOf({ local: end, utc }, 'last', timezone);
}
