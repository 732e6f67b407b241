import { DateTime } from 'luxon';
import { FieldError } from '../errors/field-error.js';
import { dayNumber, dayText, daysBetween } from '../datetime/days.js';
import { LAST_LOCAL_TIME, momentAt, momentOf, utcText, difference, instantInUtc, movedBy } from '../datetime/moment.js';
import { zoneOffset } from '../datetime/zone.js';
import { dateWithTime, MOST_OCCURRENCES, rdateTimes, type Recurrence } from './recurrence.js';
import { ruleNext, ruleDates, untilLocal } from './rule.js';

/** One occurrence of a series. */
export interface Occurrence {
  /** `YYYY-MM-DD`, with `HH:MM` if a day has several: its name within the series. */
  readonly date: string;
  /** Local times, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
}

/** The rule, the dates and the start of a series. */
export interface SeriesRule {
  readonly recurrence: Recurrence;
  /** Start and end of the first occurrence, in local time. */
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  /** Start by the rule of the record that represents the series, if that is a later date than the first. */
  readonly at?: string | undefined;
}

/** Start by the rule of the record that represents a series. */
export function ownStart({ at, start }: SeriesRule): string {
  return at ?? start;
}

/** Options for how far a series is computed. */
export interface Horizon {
  readonly now: Date;
  readonly months: number;
}

export interface Followed {
  /** The occurrence of the record that represents the series, then all others by time, without excluded ones. */
  readonly occurrences: readonly Occurrence[];
  /** Excluded dates. */
  readonly excluded: readonly Occurrence[];
  /** When the next one must be created; null if there is none. */
  readonly extendAt: Date | null;
}

/**
 * The occurrences of a series from its first one to the horizon, or to the last existing one if the horizon was further
 * away once: at most `MOST_OCCURRENCES`, the next ones and the latest past ones, and those that exist already.
 * @param known the dates of the existing occurrences
 * @param former the recurrence when these were created: earlier dates that it skipped are not created later
 */
export function followSeries(
  rule: SeriesRule,
  horizon: Horizon,
  known: ReadonlySet<string> = new Set(),
  former?: SeriesRule,
): Followed {
  const { timezone, start } = rule;
  const now = momentAt(horizon.now, timezone).local;
  const inView = momentAt(monthsAfter(horizon.now, horizon.months), timezone).local;
  const last = [...known].sort().at(-1);
  // The date that represents the series may be just beyond the horizon.
  const there = [ownStart(rule), ...(last === undefined ? [] : [last])].map((date) => `${date.slice(0, 10)} 23:59:59`);
  const to = there.reduce(later, inView);
  const all = datesUntil(rule, to);
  // The series itself is an existing event, even if its date is excluded.
  const own = all.find((one) => one.start === ownStart(rule))!;
  const { exdates } = rule.recurrence;
  const [excluded, others] = divided(
    all.filter((one) => one !== own),
    (one) => isExcluded(one, exdates),
  );
  const upcoming = others.filter((one) => one.start >= now);
  const next = upcoming.slice(0, MOST_OCCURRENCES - 1);
  const past = others.filter((one) => one.start < now);
  const kept = past.length + next.length - (MOST_OCCURRENCES - 1);
  const isNew = ({ date }: Occurrence, place: number) => place >= kept && !known.has(date);
  const behind = former && past.some(isNew) ? leftBehind(former, now, known) : new Set();
  const isThere = (one: Occurrence, place: number) =>
    known.has(one.date) || (isNew(one, place) && !behind.has(one.date));
  const occurrences = [own, ...past.filter(isThere), ...next];
  if (next.length < upcoming.length) return { occurrences, excluded, extendAt: asUtc(next[0]!.start) };
  const beyond = nextAfter(rule, later(to, start));
  return { occurrences, excluded, extendAt: beyond === undefined ? null : monthsAfter(asUtc(beyond), -horizon.months) };
}

/** The dates of a series before the first existing occurrence, or until now. */
function leftBehind(series: SeriesRule, now: string, known: ReadonlySet<string>): Set<string> {
  const [oldest = now] = [...known].sort();
  const { exdates } = series.recurrence;
  const all = datesUntil(series, now).filter((one) => one.date < oldest && !isExcluded(one, exdates));
  return new Set(all.map(({ date }) => date));
}

function divided<T>(all: readonly T[], isOfFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isOfFirst), all.filter((one) => !isOfFirst(one))];
}

/** The error of a series whose rule and dates are valid individually. */
export function seriesError(rule: SeriesRule, horizon: Horizon): FieldError | undefined {
  const { recurrence, start, timezone } = rule;
  const { rrule, rdates, exdates } = recurrence;
  const until = rrule === null ? undefined : untilLocal(rrule, timezone);
  if (until !== undefined && until < start) return new FieldError((messages) => messages.untilBeforeStart);
  const early = rdates.find((rdate) => rdateTimes(rdate, start.slice(11)).start < start);
  if (early !== undefined) return new FieldError((messages) => messages.rdateBeforeStart(early));
  try {
    const localTimes = rrule === null ? [] : ruleDates(rrule, start, timezone, followedTo(rule, horizon));
    if (localTimes.some((local, place) => local.slice(0, 10) === localTimes[place - 1]?.slice(0, 10)))
      return new FieldError((messages) => messages.severalADay);
    const own = occurrenceAt(rule, ownStart(rule))!;
    return isExcluded(own, exdates) ? new FieldError((messages) => messages.ownDateExcluded(own.date)) : undefined;
  } catch {
    return new FieldError((messages) => messages.beginsTooEarly);
  }
}

/** The occurrence that begins at a local time by the rule, even if it is excluded; undefined if there is none. */
export function occurrenceAt(rule: SeriesRule, start: string): Occurrence | undefined {
  return datesUntil(rule, `${start.slice(0, 10)} 23:59:59`).find((one) => one.start === start);
}

/** The first occurrence that begins after a local time and is not excluded; undefined if there is none. */
export function occurrenceAfter(rule: SeriesRule, after: string): Occurrence | undefined {
  const { exdates } = rule.recurrence;
  let next = nextAfter(rule, after);
  // Each pass covers a longer period, since hundreds of consecutive dates may be excluded.
  for (let days = 0; next !== undefined && next <= LAST_LOCAL_TIME; days = 2 * days + MONTH) {
    const lastDay = dayText(Math.min(dayNumber(next) + days, dayNumber(LAST_LOCAL_TIME)));
    const end = `${lastDay} 23:59:59`;
    const found = datesUntil(rule, end).find((one) => one.start > after && !isExcluded(one, exdates));
    if (found) return found;
    next = nextAfter(rule, end);
  }
  return undefined;
}

/** Days. */
const MONTH = 31;

/** Whether an occurrence is excluded by its date, its time, or its whole day. */
export function isExcluded(one: Pick<Occurrence, 'date' | 'start'>, exdates: readonly string[]): boolean {
  return namesOf(one).some((name) => exdates.includes(name));
}

/** The keys by which an occurrence can be excluded. */
function namesOf({ date, start }: Pick<Occurrence, 'date' | 'start'>): string[] {
  return [date, date.slice(0, 10), dateWithTime(start)];
}

/**
 * The excluded dates after one occurrence is restored. If its whole day was excluded, the other occurrences of that day
 * are excluded one by one.
 * @param local its start by the rule
 */
export function exdatesWithout(series: SeriesRule, local: string): string[] {
  const { exdates } = series.recurrence;
  const day = local.slice(0, 10);
  const names = [day, dateWithTime(local)];
  const isOther = ({ start }: Occurrence) => start.startsWith(day) && start !== local;
  const others = exdates.includes(day) ? datesUntil(series, `${day} 23:59:59`).filter(isOther) : [];
  const kept = exdates.filter((exdate) => !names.includes(exdate));
  return [...new Set([...kept, ...others.map(({ date }) => date)])].sort();
}

const DAY = 24 * 60 * 60_000;

/** Maximum period beyond the horizon for which excluded dates are followed, since longer ones block other requests. */
const FOLLOWED_BEYOND = 8 * 365 * DAY;

/** Days after the start of a series up to which a daily rule is computed. */
const FOLLOWED_AT_MOST = 36_000 * DAY;

/**
 * The excluded dates of a series after its start has moved. Excluded dates of the old rule move along. Those that the
 * new rule also has stay, like those that never were dates of the rule or lie beyond the horizon.
 */
export function movedExdates(before: SeriesRule, after: SeriesRule, horizon: Horizon): string[] {
  const { exdates } = before.recurrence;
  const last = exdates.at(-1);
  if (last === undefined || ownStart(before) === ownStart(after)) return [...exdates];
  const [was, is] = [ownStart(before), ownStart(after)];
  const [time, days] = [difference(was, is), daysBetween(was, is)];
  const to = Math.min(
    instantInUtc(last) + Math.max(0, time) + DAY,
    instantInUtc(followedTo(after, horizon)) + FOLLOWED_BEYOND,
    Math.min(instantInUtc(before.start), instantInUtc(after.start)) + FOLLOWED_AT_MOST,
  );
  const namesIn = (rule: SeriesRule) => new Set(datesUntil(rule, utcText(new Date(to))).flatMap(namesOf));
  const [had, has] = [namesIn(before), namesIn(after)];
  const moved = exdates.map((date) => {
    const there = date.length === 10 ? dayText(dayNumber(date) + days) : dateWithTime(movedBy(date, time));
    return had.has(date) && !has.has(date) && has.has(there) ? there : date;
  });
  return [...new Set(moved)].sort();
}

/** The period in which all dates of a rule are computed. */
function followedTo({ start, timezone }: SeriesRule, { now, months }: Horizon): string {
  return later(momentAt(monthsAfter(now, months), timezone).local, aYearAfter(start));
}

/**
 * All dates by the rule and `rdates`, including excluded ones, so that each has the same name with or without
 * exclusions.
 */
function datesUntil({ recurrence, start, end, timezone }: SeriesRule, to: string): Occurrence[] {
  const { rrule, rdates } = recurrence;
  const ends = new Map<string, string | undefined>();
  for (const local of rrule === null ? [start] : ruleDates(rrule, start, timezone, to)) ends.set(local, undefined);
  for (const rdate of rdates) {
    const localTimes = rdateTimes(rdate, start.slice(11));
    if (localTimes.start <= to || localTimes.start === start) ends.set(localTimes.start, localTimes.end);
  }
  for (const local of doubled([...ends.keys()], timezone, start)) ends.delete(local);
  const perDay = new Map<string, number>();
  for (const local of ends.keys()) perDay.set(local.slice(0, 10), (perDay.get(local.slice(0, 10)) ?? 0) + 1);
  const lasting = difference(start, end);
  const endOf = (local: string) => instantInUtc(local) + lasting;
  return [...ends]
    .filter(([local]) => local === start || endOf(local) <= instantInUtc(LAST_LOCAL_TIME))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([local, own]) => ({
      date: perDay.get(local.slice(0, 10)) === 1 ? local.slice(0, 10) : dateWithTime(local),
      start: local,
      end: own ?? utcText(new Date(endOf(local))),
    }));
}

/**
 * Minutes by which the offset of a zone changes when it skips a day, as Samoa did; a change for summer time may
 * coincide.
 */
const SKIPS_A_DAY = 22 * 60;

/**
 * Local times on a day that a zone has skipped, which would be the same instants as times of the next day.
 * @param start of the series, which stays
 */
function doubled(localTimes: readonly string[], zone: string, start: string): string[] {
  const last = localTimes.reduce(later, start);
  if (zoneOffset(zone, instantInUtc(last)) - zoneOffset(zone, instantInUtc(start) - DAY) < SKIPS_A_DAY) return [];
  const known = new Set(localTimes);
  return localTimes.flatMap((local) => {
    const { local: moved } = momentOf(local, zone);
    if (moved.slice(0, 10) === local.slice(0, 10) || !known.has(moved)) return [];
    return local === start ? moved : local;
  });
}

function nextAfter({ recurrence, start, timezone }: SeriesRule, after: string): string | undefined {
  const { rrule, rdates } = recurrence;
  const byRule = rrule === null ? undefined : ruleNext(rrule, start, timezone, after);
  const dates = rdates.map((rdate) => rdateTimes(rdate, start.slice(11)).start).filter((local) => local > after);
  return [...dates, ...(byRule === undefined ? [] : [byRule])].sort()[0];
}

function monthsAfter(date: Date, months: number): Date {
  return DateTime.fromJSDate(date, { zone: 'UTC' }).plus({ months }).toJSDate();
}

function aYearAfter(local: string): string {
  return utcText(monthsAfter(asUtc(local), 12));
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** A local time as if it were one in UTC: for distances of months. */
function asUtc(local: string): Date {
  return new Date(instantInUtc(local));
}
