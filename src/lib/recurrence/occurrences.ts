import { DateTime } from 'luxon';
import { FieldError } from '../errors/field-error.js';
import { DAY } from '../datetime/durations.js';
import { dayNumber, dayText, daysBetween } from '../datetime/days.js';
import {
  LAST_LOCAL_TIME,
  momentFromInstant,
  momentFromLocal,
  utcText,
  millisecondsBetween,
  parseAsUtc,
  addMilliseconds,
} from '../datetime/moment.js';
import { zoneOffset } from '../datetime/zone.js';
import { dateWithTime, MAX_OCCURRENCES, rdateTimes, type Recurrence } from './recurrence.js';
import { nextByRule, datesByRule, untilLocal } from './rule.js';

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
  /** Start by the rule of the record that represents the series. */
  readonly representativeStart: string;
}

/** How far ahead of the current time occurrences are created (`SERIES_HORIZON`). */
export interface Horizon {
  readonly now: Date;
  readonly months: number;
}

export interface OccurrencePlan {
  /** The occurrence of the record that represents the series, then all others by time, without excluded ones. */
  readonly occurrences: readonly Occurrence[];
  /** Excluded dates. */
  readonly excluded: readonly Occurrence[];
  /** When the next one must be created; null if there is none. */
  readonly extendAt: Date | null;
}

/**
 * Computes the occurrences that a series should have: from the first one to the horizon, or to the last existing one if
 * that is later (after `SERIES_HORIZON` was reduced). New ones are limited to `MAX_OCCURRENCES`: the next and the
 * latest.
 * @param existingDates the dates of the existing occurrences
 * @param former the recurrence when these were created: earlier dates that it skipped are not created later
 */
export function planOccurrences(
  rule: SeriesRule,
  horizon: Horizon,
  existingDates: ReadonlySet<string>,
  former: SeriesRule | undefined,
): OccurrencePlan {
  const { timezone, start } = rule;
  const now = momentFromInstant(horizon.now, timezone).local;
  const horizonEnd = momentFromInstant(monthsAfter(horizon.now, horizon.months), timezone).local;
  // The date that represents the series may be just beyond the horizon.
  const required = [rule.representativeStart, ...existingDates].map((date) => `${date.slice(0, 10)} 23:59:59`);
  const to = required.reduce(laterOf, horizonEnd);
  const all = datesUntil(rule, to);
  // The series itself is an existing event, even if its date is excluded.
  const representative = all.find((one) => one.start === rule.representativeStart)!;
  const { exdates } = rule.recurrence;
  const excluded = all.filter((one) => one !== representative && isExcluded(one, exdates));
  const others = all.filter((one) => one !== representative && !isExcluded(one, exdates));
  const upcoming = others.filter((one) => one.start >= now);
  const next = upcoming.slice(0, MAX_OCCURRENCES - 1);
  const past = others.filter((one) => one.start < now);
  const overflow = past.length + next.length - (MAX_OCCURRENCES - 1);
  const isNew = ({ date }: Occurrence, index: number) => index >= overflow && !existingDates.has(date);
  const skipped = former && past.some(isNew) ? datesSkippedBy(former, now, existingDates) : new Set();
  const shouldExist = (one: Occurrence, index: number) =>
    existingDates.has(one.date) || (isNew(one, index) && !skipped.has(one.date));
  const occurrences = [representative, ...past.filter(shouldExist), ...next];
  if (next.length < upcoming.length) return { occurrences, excluded, extendAt: asUtc(next[0]!.start) };
  const nextBeyond = nextAfter(rule, laterOf(to, start));
  return {
    occurrences,
    excluded,
    extendAt: nextBeyond === undefined ? null : monthsAfter(asUtc(nextBeyond), -horizon.months),
  };
}

/**
 * The dates that the previous rule had before the first existing occurrence, which were skipped when it was created.
 */
function datesSkippedBy(series: SeriesRule, now: string, existingDates: ReadonlySet<string>): Set<string> {
  const [oldest = now] = [...existingDates].sort();
  const { exdates } = series.recurrence;
  const all = datesUntil(series, now).filter((one) => one.date < oldest && !isExcluded(one, exdates));
  return new Set(all.map(({ date }) => date));
}

/** Validates the rule and dates of a series together; each is already valid by itself. */
export function seriesError(rule: SeriesRule, horizon: Horizon): FieldError | undefined {
  const { recurrence, start, timezone } = rule;
  const { rrule, rdates, exdates } = recurrence;
  const until = rrule === null ? undefined : untilLocal(rrule, timezone);
  if (until !== undefined && until < start) return new FieldError((messages) => messages.untilBeforeStart);
  const early = rdates.find((rdate) => rdateTimes(rdate, start.slice(11)).start < start);
  if (early !== undefined) return new FieldError((messages) => messages.rdateBeforeStart(early));
  try {
    const localTimes = rrule === null ? [] : datesByRule(rrule, start, timezone, computedUntil(rule, horizon));
    if (localTimes.some((local, index) => local.slice(0, 10) === localTimes[index - 1]?.slice(0, 10)))
      return new FieldError((messages) => messages.severalADay);
    const representative = occurrenceAt(rule, rule.representativeStart)!;
    return isExcluded(representative, exdates)
      ? new FieldError((messages) => messages.ownDateExcluded(representative.date))
      : undefined;
  } catch {
    return new FieldError((messages) => messages.beginsTooEarly);
  }
}

/** The occurrence that begins at a local time by the rule, even if it is excluded; undefined if there is none. */
export function occurrenceAt(rule: SeriesRule, start: string): Occurrence | undefined {
  return datesUntil(rule, `${start.slice(0, 10)} 23:59:59`).find((one) => one.start === start);
}

/** The occurrences that have these dates and are not excluded, by their dates. */
export function occurrencesOn(rule: SeriesRule, dates: readonly string[]): Map<string, Occurrence> {
  const last = dates
    .map((date) => date.slice(0, 10))
    .sort()
    .at(-1);
  if (last === undefined) return new Map();
  const wanted = new Set(dates);
  const found = datesUntil(rule, `${last} 23:59:59`).filter(
    (one) => wanted.has(one.date) && !isExcluded(one, rule.recurrence.exdates),
  );
  return new Map(found.map((one) => [one.date, one]));
}

/** The first occurrence that begins after a local time and is not excluded; undefined if there is none. */
export function occurrenceAfter(rule: SeriesRule, after: string): Occurrence | undefined {
  const { exdates } = rule.recurrence;
  let next = nextAfter(rule, after);
  // Each pass covers a longer period, since hundreds of consecutive dates may be excluded.
  for (let days = 0; next !== undefined && next <= LAST_LOCAL_TIME; days = 2 * days + DAYS_PER_MONTH) {
    const lastDay = dayText(Math.min(dayNumber(next) + days, dayNumber(LAST_LOCAL_TIME)));
    const end = `${lastDay} 23:59:59`;
    const found = datesUntil(rule, end).find((one) => one.start > after && !isExcluded(one, exdates));
    if (found) return found;
    next = nextAfter(rule, end);
  }
  return undefined;
}

/** Days. */
const DAYS_PER_MONTH = 31;

/** Whether an occurrence is excluded by its date, its time, or its whole day. */
export function isExcluded(one: Pick<Occurrence, 'date' | 'start'>, exdates: readonly string[]): boolean {
  return exclusionKeysOf(one).some((name) => exdates.includes(name));
}

/** The keys by which an occurrence can be excluded. */
function exclusionKeysOf({ date, start }: Pick<Occurrence, 'date' | 'start'>): string[] {
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
  const remaining = exdates.filter((exdate) => !names.includes(exdate));
  return [...new Set([...remaining, ...others.map(({ date }) => date)])].sort();
}

/** Maximum period beyond the horizon, in milliseconds. Computing more dates would block the event loop. */
const MAX_BEYOND_HORIZON = 8 * 365 * DAY;

/** Maximum period after the start of a series, in milliseconds, which is within `MAX_PERIODS` of a daily rule. */
const MAX_FROM_START = 36_000 * DAY;

/**
 * The excluded dates of a series after its start has moved. Excluded dates of the old rule move along. Those that the
 * new rule also has stay, like those that never were dates of the rule or lie beyond the horizon.
 */
export function movedExdates(before: SeriesRule, after: SeriesRule, horizon: Horizon): string[] {
  const { exdates } = before.recurrence;
  const last = exdates.at(-1);
  const [oldStart, newStart] = [before.representativeStart, after.representativeStart];
  if (last === undefined || oldStart === newStart) return [...exdates];
  const [time, days] = [millisecondsBetween(oldStart, newStart), daysBetween(oldStart, newStart)];
  const to = Math.min(
    parseAsUtc(last) + Math.max(0, time) + DAY,
    parseAsUtc(computedUntil(after, horizon)) + MAX_BEYOND_HORIZON,
    Math.min(parseAsUtc(before.start), parseAsUtc(after.start)) + MAX_FROM_START,
  );
  const keysIn = (rule: SeriesRule) => new Set(datesUntil(rule, utcText(new Date(to))).flatMap(exclusionKeysOf));
  const [keysBefore, keysAfter] = [keysIn(before), keysIn(after)];
  const moved = exdates.map((date) => {
    const movedDate = date.length === 10 ? dayText(dayNumber(date) + days) : dateWithTime(addMilliseconds(date, time));
    return keysBefore.has(date) && !keysAfter.has(date) && keysAfter.has(movedDate) ? movedDate : date;
  });
  return [...new Set(moved)].sort();
}

/** The local time up to which a rule is computed: the horizon, but at least a year after the start. */
function computedUntil({ start, timezone }: SeriesRule, { now, months }: Horizon): string {
  const nextYear = utcText(monthsAfter(asUtc(start), 12));
  return laterOf(momentFromInstant(monthsAfter(now, months), timezone).local, nextYear);
}

/**
 * All dates of the rule and of `rdates`. Excluded ones are included, because `date` has a time if a day has several
 * dates, and must not change when one of them is excluded.
 */
function datesUntil({ recurrence, start, end, timezone }: SeriesRule, to: string): Occurrence[] {
  const { rrule, rdates } = recurrence;
  const ends = new Map<string, string | undefined>();
  for (const local of rrule === null ? [start] : datesByRule(rrule, start, timezone, to)) ends.set(local, undefined);
  for (const rdate of rdates) {
    const localTimes = rdateTimes(rdate, start.slice(11));
    if (localTimes.start <= to || localTimes.start === start) ends.set(localTimes.start, localTimes.end);
  }
  for (const local of timesOnSkippedDay([...ends.keys()], timezone, start)) ends.delete(local);
  const duration = millisecondsBetween(start, end);
  const latest = parseAsUtc(LAST_LOCAL_TIME) - duration;
  const starts = [...ends.keys()].filter((local) => local === start || parseAsUtc(local) <= latest).sort();
  return starts.map((local, index) => {
    const day = local.slice(0, 10);
    const isAlone = ![starts[index - 1], starts[index + 1]].some((other) => other?.startsWith(day));
    const date = isAlone ? day : dateWithTime(local);
    return { date, start: local, end: ends.get(local) ?? addMilliseconds(local, duration) };
  });
}

/** Minimum change of an offset, in minutes, when a zone skips a day: daylight saving may change on the same day. */
const DAY_SKIP_MINUTES = 22 * 60;

/** The local times on a day that the zone has skipped, which are the same instants as times of the next day. */
function timesOnSkippedDay(localTimes: readonly string[], zone: string, start: string): string[] {
  const last = localTimes.reduce(laterOf, start);
  if (zoneOffset(zone, parseAsUtc(last)) - zoneOffset(zone, parseAsUtc(start) - DAY) < DAY_SKIP_MINUTES) return [];
  const known = new Set(localTimes);
  return localTimes.flatMap((local) => {
    const { local: moved } = momentFromLocal(local, zone);
    if (moved.slice(0, 10) === local.slice(0, 10) || !known.has(moved)) return [];
    return local === start ? moved : local;
  });
}

function nextAfter({ recurrence, start, timezone }: SeriesRule, after: string): string | undefined {
  const { rrule, rdates } = recurrence;
  const byRule = rrule === null ? undefined : nextByRule(rrule, start, timezone, after);
  const dates = rdates.map((rdate) => rdateTimes(rdate, start.slice(11)).start).filter((local) => local > after);
  return [...dates, ...(byRule === undefined ? [] : [byRule])].sort()[0];
}

function monthsAfter(date: Date, months: number): Date {
  return DateTime.fromJSDate(date, { zone: 'UTC' }).plus({ months }).toJSDate();
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

/** A local time as if it were in UTC, to add months to it. */
function asUtc(local: string): Date {
  return new Date(parseAsUtc(local));
}
