import { DAY } from '../datetime/durations.js';
import { addMilliseconds, millisecondsBetween } from '../datetime/moment.js';
import { type SeriesRule } from './occurrences.js';
import { dateWithTime, formatRdate, rdateTimes, type Recurrence } from './recurrence.js';
import { rulePart, nextByRule, datesByRule, untilLocal, WEEKDAYS, withPart } from './rule.js';
import { SeriesStarts } from './series-starts.js';

/** The recurrences of a series that is split in two. A part is null if it has no recurrence of its own. */
export interface SplitRecurrences {
  readonly before: Recurrence | null;
  readonly after: Recurrence | null;
}

/**
 * Splits the recurrence of a series before one of its occurrences (`apply=following`), exdates and rdates included.
 * @param date the date of the occurrence
 * @param to the local time up to which occurrences are known
 */
export function splitRecurrence(series: SeriesRule, date: string, to: string): SplitRecurrences {
  const { recurrence, start, timezone } = series;
  const { rrule, exdates } = recurrence;
  const splitStart = new SeriesStarts(series).startOf(date);
  const localTimes = rrule === null ? [] : datesByRule(rrule, start, timezone, splitStart);
  const later = recurrenceFrom(series, splitStart, localTimes, to);
  return {
    before: recurrenceBefore(series, date),
    after: nullIfEmpty({
      rrule: later.rrule,
      exdates: exdates.filter((one) => one >= date.slice(0, one.length)),
      rdates: later.rdates,
      first: { start: splitStart, end: endOf(series, splitStart) },
    }),
  };
}

/**
 * The recurrence of a series up to one of its dates, or to a day on which it has none; null if only the first date is left.
 * @param date a date after the first one, with a time if its day has several
 */
export function recurrenceBefore(series: SeriesRule, date: string): Recurrence | null {
  const { recurrence, start, timezone } = series;
  const { rrule, rdates, exdates } = recurrence;
  const at = new SeriesStarts(series).startOf(date);
  return nullIfEmpty({
    ...recurrence,
    rrule: rrule && ruleEndingBefore(rrule, at, datesByRule(rrule, start, timezone, at), timezone),
    // An exclusion of the whole divided day also applies to earlier times of that day.
    exdates: exdates.filter((one) => one < date),
    rdates: rdates.filter((rdate) => rdateTimes(rdate, start.slice(11)).start < at),
  });
}

/**
 * The recurrence from one of its occurrences on. The rule is replaced by its known dates, as rdates, in two cases: if
 * the occurrence is an rdate, and no rule that begins there has the same dates; and if the duration of the occurrence
 * differs from that of the series, and the rule ends within the known dates.
 * @param localTimes the known dates of the rule
 */
function recurrenceFrom(
  series: SeriesRule,
  splitStart: string,
  localTimes: readonly string[],
  to: string,
): Pick<Recurrence, 'rrule' | 'rdates'> {
  const { recurrence, start, timezone } = series;
  const { rrule } = recurrence;
  const isByRule = localTimes.at(-1) === splitStart;
  const continuedRule = rrule && ruleFrom(rrule, series, splitStart, localTimes, to);
  const hasOwnDuration = hasOtherDuration(series, splitStart);
  const isExpanded =
    rrule !== null &&
    (continuedRule === null ? !isByRule : hasOwnDuration && nextByRule(rrule, start, timezone, to) === undefined);
  // Dates with the duration of the old series keep it if that of the new one differs.
  const toAddedDate = (local: string) =>
    hasOwnDuration ? formatRdate(local, addMilliseconds(local, lengthOf(series))) : dateWithTime(local);
  const added = recurrence.rdates
    .map((rdate) => ({ rdate, local: rdateTimes(rdate, start.slice(11)).start }))
    .filter(({ local }) => local > splitStart);
  const expandedDates = isExpanded ? datesByRule(rrule, start, timezone, to).filter((local) => local > splitStart) : [];
  const addedTimes = new Set(added.map(({ local }) => local));
  return {
    rrule: isExpanded ? null : continuedRule,
    rdates: [
      ...added.map(({ rdate, local }) => (rdate.includes('/') ? rdate : toAddedDate(local))),
      ...expandedDates.filter((local) => !addedTimes.has(local)).map(toAddedDate),
    ].sort(),
  };
}

/** Whether an occurrence is an added date whose duration differs from that of the series. */
function hasOtherDuration(series: SeriesRule, at: string): boolean {
  return lengthOf({ start: at, end: endOf(series, at) }) !== lengthOf(series);
}

/** The end of an occurrence: that of its rdate if given, else by the duration of the series. */
function endOf(series: SeriesRule, at: string): string {
  const added = series.recurrence.rdates.map((rdate) => rdateTimes(rdate, series.start.slice(11)));
  return added.find((one) => one.start === at && one.end)?.end ?? addMilliseconds(at, lengthOf(series));
}

/** Milliseconds in local time. */
function lengthOf({ start, end }: Pick<SeriesRule, 'start' | 'end'>): number {
  return millisecondsBetween(start, end);
}

/** A rule that ends before an occurrence, up to which it has these dates; null if only the first date remains. */
function ruleEndingBefore(rrule: string, at: string, localTimes: readonly string[], zone: string): string | null {
  const precedingCount = localTimes.filter((local) => local < at).length;
  if (precedingCount === 1) return null;
  const count = Number(rulePart(rrule, 'COUNT') ?? Infinity);
  const until = untilLocal(rrule, zone);
  const hasEnded = precedingCount >= count || (until !== undefined && until < at);
  return hasEnded ? rrule : withPart(withPart(rrule, 'COUNT', undefined), 'UNTIL', untilBefore(at, localTimes));
}

/** Two rules count as equal if they have the same dates up to this number of days after the known dates. */
const COMPARED_DAYS = 5 * 366;

/**
 * A rule from an occurrence on, which is one of its dates or an rdate; null if no date remains, or if no rule that
 * begins at the rdate gives the same remaining dates.
 * @param localTimes the dates of the rule up to the occurrence
 */
function ruleFrom(
  rrule: string,
  { start, timezone }: SeriesRule,
  at: string,
  localTimes: readonly string[],
  to: string,
): string | null {
  const isByRule = localTimes.at(-1) === at;
  const next = nextByRule(rrule, start, timezone, at);
  // A rule makes one occurrence a day, so it cannot make another one on the first day.
  if (next === undefined || (!isByRule && next.startsWith(at.slice(0, 10)))) return null;
  const rule = isByRule ? rrule : withExplicitStart(rrule, start);
  const count = rulePart(rrule, 'COUNT');
  // The occurrence counts as the first date.
  const remaining = Number(count) - localTimes.length + 1;
  const counted = count === undefined ? rule : withPart(rule, 'COUNT', String(remaining));
  if (isByRule) return counted;
  const until = addMilliseconds(to > at ? to : at, COMPARED_DAYS * DAY);
  const later = (text: string, from: string) => datesByRule(text, from, timezone, until).filter((local) => local > at);
  return later(counted, at).join() === later(rrule, start).join() ? counted : null;
}

/** A rule with all parts that it would otherwise derive from its start (RFC 5545, 3.3.10). */
function withExplicitStart(rrule: string, start: string): string {
  const [, month = '', day = '', hour = '', minute = '', second = ''] = start
    .split(/[-: ]/)
    .map((part) => String(Number(part)));
  const weekday = WEEKDAYS[new Date(`${start.slice(0, 10)}T00:00:00Z`).getUTCDay()]!;
  const has = (...names: string[]) => names.some((name) => rulePart(rrule, name) !== undefined);
  const frequency = rulePart(rrule, 'FREQ');
  const isYearly = frequency === 'YEARLY';
  const isByDay = has('BYDAY', 'BYMONTHDAY', 'BYYEARDAY');
  const impliedParts: Record<string, string | false> = {
    BYMONTH: isYearly && !isByDay && !has('BYMONTH', 'BYWEEKNO') && month,
    BYMONTHDAY: (isYearly || frequency === 'MONTHLY') && !isByDay && !has('BYWEEKNO') && day,
    BYDAY: (frequency === 'WEEKLY' || has('BYWEEKNO')) && !isByDay && weekday,
    BYHOUR: !has('BYHOUR') && hour,
    BYMINUTE: !has('BYMINUTE') && minute,
    BYSECOND: !has('BYSECOND') && second,
  };
  return Object.entries(impliedParts).reduce(
    (rule, [name, value]) => (value === false ? rule : withPart(rule, name, value)),
    rrule,
  );
}

/** UNTIL as the day before, so that times may change later; as the same day if the rule has an earlier date on it. */
function untilBefore(local: string, localTimes: readonly string[]): string {
  const day = local.slice(0, 10);
  const hasEarlierOnDay = localTimes.some((made) => made < local && made.startsWith(day));
  return (hasEarlierOnDay ? day : addMilliseconds(local, -DAY).slice(0, 10)).replaceAll('-', '');
}

function nullIfEmpty(recurrence: Recurrence): Recurrence | null {
  return recurrence.rrule === null && recurrence.rdates.length === 0 ? null : recurrence;
}
