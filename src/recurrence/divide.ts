import { difference, movedBy } from '../datetime/moment.js';
import { type SeriesRule } from './occurrences.js';
import { dateWithTime, rdateText, rdateTimes, type Recurrence } from './recurrence.js';
import { partOf, ruleNext, ruleDates, untilLocal, withPart } from './rule.js';
import { Starts } from './starts.js';

/** The two parts of a divided series. A part is null if it has no occurrences. */
export interface Divided {
  readonly before: Recurrence | null;
  readonly after: Recurrence | null;
}

/**
 * Divides a series before one of its occurrences, with its excluded and added dates.
 * @param date the date of the occurrence
 * @param to the local time up to which occurrences are known
 */
export function divideSeries(series: SeriesRule, date: string, to: string): Divided {
  const { recurrence, start, timezone } = series;
  const { rrule, rdates, exdates } = recurrence;
  const at = new Starts(series).of(date);
  const localTimes = rrule === null ? [] : ruleDates(rrule, start, timezone, at);
  const later = continued(series, at, localTimes, to);
  return {
    before: orNull({
      ...recurrence,
      rrule: rrule && endedBefore(rrule, at, localTimes, timezone),
      // An exclusion of the whole divided day also applies to earlier times of that day.
      exdates: exdates.filter((one) => one < date),
      rdates: rdates.filter((rdate) => rdateTimes(rdate, start.slice(11)).start < at),
    }),
    after: orNull({
      rrule: later.rrule,
      exdates: exdates.filter((one) => one >= date.slice(0, one.length)),
      rdates: later.rdates,
      first: { start: at, end: endOf(series, at) },
    }),
  };
}

/**
 * The recurrence from one of its occurrences on. The known dates of the rule become added dates in two cases: if the
 * occurrence is an added date, from which no rule gives the same dates; and if its duration differs from that of the
 * series, provided that the rule ends within the known dates.
 * @param localTimes the known dates of the rule
 */
function continued(
  series: SeriesRule,
  at: string,
  localTimes: readonly string[],
  to: string,
): Pick<Recurrence, 'rrule' | 'rdates'> {
  const { recurrence, start, timezone } = series;
  const { rrule } = recurrence;
  const isMade = localTimes.at(-1) === at;
  const goesOn =
    rrule && (isMade ? restOf(rrule, localTimes.length - 1, series, at) : begunAnew(rrule, series, at, to));
  const isOwn = lastsOtherwise(series, at);
  const isCarried =
    rrule !== null && (goesOn === null ? !isMade : isOwn && ruleNext(rrule, start, timezone, to) === undefined);
  // Dates with the duration of the old series keep it if that of the new one differs.
  const asBefore = (local: string) =>
    isOwn ? rdateText(local, movedBy(local, lengthOf(series))) : dateWithTime(local);
  const added = recurrence.rdates
    .map((rdate) => ({ rdate, wall: rdateTimes(rdate, start.slice(11)).start }))
    .filter(({ wall: local }) => local > at);
  const carried = isCarried ? ruleDates(rrule, start, timezone, to).filter((local) => local > at) : [];
  const isAdded = new Set(added.map(({ wall: local }) => local));
  return {
    rrule: isCarried ? null : goesOn,
    rdates: [
      ...added.map(({ rdate, wall: local }) => (rdate.includes('/') ? rdate : asBefore(local))),
      ...carried.filter((local) => !isAdded.has(local)).map(asBefore),
    ].sort(),
  };
}

/** Whether an occurrence is an added date whose duration differs from that of the series. */
function lastsOtherwise(series: SeriesRule, at: string): boolean {
  return lengthOf({ start: at, end: endOf(series, at) }) !== lengthOf(series);
}

/** The end of an occurrence: the end of its added date, if that has one. */
function endOf(series: SeriesRule, at: string): string {
  const added = series.recurrence.rdates.map((rdate) => rdateTimes(rdate, series.start.slice(11)));
  return added.find((one) => one.start === at && one.end)?.end ?? movedBy(at, lengthOf(series));
}

/** Milliseconds in local time. */
function lengthOf({ start, end }: Pick<SeriesRule, 'start' | 'end'>): number {
  return difference(start, end);
}

/**
 * A rule that ends before an occurrence; null if only the first date remains.
 * @param localTimes the dates of the rule until then
 */
function endedBefore(rrule: string, at: string, localTimes: readonly string[], zone: string): string | null {
  const made = localTimes.filter((local) => local < at).length;
  if (made === 1) return null;
  const count = Number(partOf(rrule, 'COUNT') ?? Infinity);
  const until = untilLocal(rrule, zone);
  const hasEnded = made >= count || (until !== undefined && until < at);
  return hasEnded ? rrule : withPart(withPart(rrule, 'COUNT', undefined), 'UNTIL', untilBefore(at, localTimes));
}

/** A rule from one of its dates on, which `made` others precede; null if no later date remains. */
function restOf(rrule: string, made: number, { start, timezone }: SeriesRule, at: string): string | null {
  if (ruleNext(rrule, start, timezone, at) === undefined) return null;
  const count = partOf(rrule, 'COUNT');
  return count === undefined ? rrule : withPart(rrule, 'COUNT', String(Number(count) - made));
}

/** Days after the known dates for which two rules are compared. */
const COMPARED = 5 * 366;

/**
 * A rule that gives the same remaining dates from a start that is not one of its own dates; null if there is none, or
 * if no dates remain.
 */
function begunAnew(rrule: string, { start, timezone }: SeriesRule, at: string, to: string): string | null {
  const said = withStart(rrule, start);
  const until = daysAfter(to > at ? to : at, COMPARED);
  const all = ruleDates(rrule, start, timezone, until);
  const wanted = all.filter((local) => local > at);
  // A rule makes one occurrence a day, so it cannot make another one on the first day.
  if (wanted.length === 0 || wanted[0]!.slice(0, 10) === at.slice(0, 10)) return null;
  const count = partOf(rrule, 'COUNT');
  const left = Number(count) - (all.length - wanted.length) + 1;
  const rest = count === undefined ? said : withPart(said, 'COUNT', String(left));
  const [, ...made] = ruleDates(rest, at, timezone, until);
  return made.join() === wanted.join() ? rest : null;
}

/** A rule with all parts that it would otherwise derive from its start (RFC 5545, 3.3.10). */
function withStart(rrule: string, start: string): string {
  const [, month = '', day = '', hour = '', minute = '', second = ''] = start
    .split(/[-: ]/)
    .map((part) => String(Number(part)));
  const weekday = WEEKDAYS[new Date(`${start.slice(0, 10)}T00:00:00Z`).getUTCDay()]!;
  const has = (...names: string[]) => names.some((name) => partOf(rrule, name) !== undefined);
  const frequency = partOf(rrule, 'FREQ');
  const isYearly = frequency === 'YEARLY';
  const isByDay = has('BYDAY', 'BYMONTHDAY', 'BYYEARDAY');
  const takes: Record<string, string | false> = {
    BYMONTH: isYearly && !isByDay && !has('BYMONTH', 'BYWEEKNO') && month,
    BYMONTHDAY: (isYearly || frequency === 'MONTHLY') && !isByDay && !has('BYWEEKNO') && day,
    BYDAY: (frequency === 'WEEKLY' || has('BYWEEKNO')) && !isByDay && weekday,
    BYHOUR: !has('BYHOUR') && hour,
    BYMINUTE: !has('BYMINUTE') && minute,
    BYSECOND: !has('BYSECOND') && second,
  };
  return Object.entries(takes).reduce(
    (rule, [name, value]) => (value === false ? rule : withPart(rule, name, value)),
    rrule,
  );
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

function daysAfter(local: string, days: number): string {
  return movedBy(local, days * 24 * 60 * 60_000);
}

/**
 * The end of the day before, so that earlier occurrences may be moved within their days; or the same day if the rule
 * has an earlier occurrence on it.
 */
function untilBefore(local: string, localTimes: readonly string[]): string {
  const day = local.slice(0, 10);
  const isMadeBefore = localTimes.some((made) => made < local && made.startsWith(day));
  return (isMadeBefore ? day : daysAfter(local, -1).slice(0, 10)).replaceAll('-', '');
}

function orNull(recurrence: Recurrence): Recurrence | null {
  return recurrence.rrule === null && recurrence.rdates.length === 0 ? null : recurrence;
}
