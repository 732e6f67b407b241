import { FieldError, type Parser } from '../errors/field-error.js';
import { dayNumber, dayText, isDay } from '../datetime/days.js';
import { FIRST_LOCAL_TIME, LAST_LOCAL_TIME } from '../datetime/moment.js';
import { parseRule, withPart } from './rule.js';

/** The recurrence of a series, in request bodies and as JSON in the column `recurrence`. */
export interface Recurrence {
  /** The rule (RFC 5545, 3.3.10); null if there are only dates. */
  readonly rrule: string | null;
  /** `YYYY-MM-DD`, or `YYYY-MM-DD HH:MM` if a day has several. */
  readonly exdates: readonly string[];
  /** `YYYY-MM-DD`, `YYYY-MM-DD HH:MM`, or with an end `YYYY-MM-DD HH:MM/HH:MM`, which may include a day. */
  readonly rdates: readonly string[];
  /**
   * Start and end of the first occurrence by the rule, if they cannot be derived from the record that represents the
   * series: because the clocks skip that time, or because the record is a later date. Not part of responses.
   */
  readonly first?: LocalInterval | undefined;
  /** Set once another record has come to represent the series. Not part of responses. */
  readonly stand?: Representative | undefined;
}

/** An interval of local times. */
export interface LocalInterval {
  readonly start: string;
  readonly end: string;
}

/** The record that represents a series which began with another record. */
export interface Representative {
  /** Its start by the rule. */
  readonly at: string;
  /** The id of the record with which the series began, from which the UID is derived. */
  readonly origin: number;
  /** Sum of the revisions of the records that represented the series before. */
  readonly revisions: number;
}

/** Maximum number of dates, the same as of occurrences. */
export const MAX_OCCURRENCES = 750;

/** Maximum number of dates in one field of a body. */
const MAX_EXDATES = 1000;

/** Parses an object with `rrule`, `exdates`, `rdates`, or the text of a rule. */
export const parseRecurrence: Parser<Recurrence> = (raw) => {
  if (typeof raw === 'string') return buildRecurrence(raw, [], []);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return new FieldError((messages) => messages.recurrence);
  const { rrule = null, exdates = [], rdates = [], ...others } = raw as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return new FieldError((messages) => messages.recurrencePart(unknown));
  if (rrule !== null && typeof rrule !== 'string') return new FieldError((messages) => messages.recurrence);
  return buildRecurrence(rrule ?? '', parseDateList(exdates), parseDateList(rdates));
};

function buildRecurrence(
  rule: string,
  exdates: string[] | undefined,
  rdates: string[] | undefined,
): Recurrence | FieldError {
  if (!exdates || !rdates) return new FieldError((messages) => messages.recurrence);
  const rrule = rule.trim() === '' ? null : parseRule(rule);
  if (rrule instanceof FieldError) return rrule;
  if (rrule === null && rdates.length === 0) return new FieldError((messages) => messages.recurrence);
  if (rdates.length > MAX_OCCURRENCES)
    return new FieldError((messages) => messages.tooManyDates('rdates', MAX_OCCURRENCES));
  if (exdates.length > MAX_EXDATES) return new FieldError((messages) => messages.tooManyDates('exdates', MAX_EXDATES));
  const excluded = exdates.map(parseExdate);
  const added = rdates.map(parseRdate);
  const invalidIndex = [...excluded, ...added].findIndex((date) => date === undefined);
  if (invalidIndex >= 0)
    return new FieldError((messages) => messages.recurrenceDate([...exdates, ...rdates][invalidIndex]!));
  return { rrule, exdates: sortedUnique(excluded as string[]), rdates: sortedUnique(added as string[]) };
}

/** Parses an array, or a comma-separated text as forms send it. Null and `""` mean no dates. */
function parseDateList(value: unknown): string[] | undefined {
  const list = typeof value === 'string' ? value.split(',') : (value ?? []);
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string')) return undefined;
  return (list as string[]).map((one) => one.trim()).filter(Boolean);
}

function sortedUnique(dates: readonly string[]): string[] {
  return [...new Set(dates)].sort();
}

const DATE = String.raw`(\d{4}-\d\d-\d\d)`;
const TIME = String.raw`((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?`;
const EXDATE = new RegExp(`^${DATE}(?:[T ]${TIME})?$`);
const RDATE = new RegExp(`^${DATE}(?:[T ]${TIME}(?:/(?:${DATE}[T ])?${TIME})?)?$`);

function parseExdate(text: string): string | undefined {
  const [, day, time, second] = EXDATE.exec(text) ?? [];
  return day && isSupportedDay(day) ? joinDateTime(day, time && withoutZeroSeconds(time, second)) : undefined;
}

function parseRdate(text: string): string | undefined {
  const [, day, time, second, endDay, endTime, endSecond] = RDATE.exec(text) ?? [];
  if (!day || !isSupportedDay(day) || (endDay && !isSupportedDay(endDay))) return undefined;
  const start = time && withoutZeroSeconds(time, second);
  const end = endTime && withoutZeroSeconds(endTime, endSecond);
  if (start && end && endDay && `${endDay} ${end}` < `${day} ${start}`) return undefined;
  const isImpliedDay = !endDay || endDay === (end! < start! ? dayAfter(day) : day);
  return joinDateTime(day, start) + (end ? `/${isImpliedDay ? end : `${endDay} ${end}`}` : '');
}

function withoutZeroSeconds(time: string, second = '00'): string {
  return second === '00' ? time : `${time}:${second}`;
}

function joinDateTime(day: string, time: string | undefined): string {
  return time ? `${day} ${time}` : day;
}

function isSupportedDay(day: string): boolean {
  return isDay(day) && day >= FIRST_LOCAL_TIME.slice(0, 10) && day <= LAST_LOCAL_TIME.slice(0, 10);
}

function dayAfter(day: string): string {
  return dayText(dayNumber(day) + 1);
}

/**
 * Parses an entry of `rdates` to local times, `YYYY-MM-DD HH:MM:SS`; `end` is undefined if the duration is that of the
 * first occurrence.
 * @param time the time of day of entries without a time, `HH:MM:SS`
 */
export function rdateTimes(rdate: string, time: string): { readonly start: string; readonly end: string | undefined } {
  const [from = '', to] = rdate.split('/');
  const day = from.slice(0, 10);
  const start = `${day} ${withSeconds(from.slice(11) || time)}`;
  if (to === undefined) return { start, end: undefined };
  // Parses `HH:MM[:SS]`, with or without a day before it.
  const hasDay = to.length > 8;
  const end = withSeconds(hasDay ? to.slice(11) : to);
  const impliedDay = end < start.slice(11) ? dayAfter(day) : day;
  return { start, end: `${hasDay ? to.slice(0, 10) : impliedDay} ${end}` };
}

/** The entry of `rdates` for an occurrence with an end of its own. */
export function formatRdate(start: string, end: string): string {
  const day = start.slice(0, 10);
  const impliedDay = end.slice(11) < start.slice(11) ? dayAfter(day) : day;
  return `${dateWithTime(start)}/${impliedDay === end.slice(0, 10) ? dateWithTime(end).slice(11) : dateWithTime(end)}`;
}

/** The recurrence of an all-day event, whose dates have no times. */
export function toWholeDays(recurrence: Recurrence): Recurrence {
  const { rrule, exdates, rdates } = recurrence;
  const days = rdates.map((rdate) => {
    const { start, end } = rdateTimes(rdate, '00:00:00');
    const day = start.slice(0, 10);
    return end === undefined ? day : formatRdate(`${day} 00:00:00`, `${end.slice(0, 10)} 23:59:59`);
  });
  return {
    ...recurrence,
    rrule: rrule && ruleForWholeDays(rrule),
    exdates: sortedUnique(exdates.map((exdate) => exdate.slice(0, 10))),
    rdates: sortedUnique(days),
  };
}

function ruleForWholeDays(rrule: string): string {
  const untimed = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].reduce((rule, part) => withPart(rule, part, undefined), rrule);
  // Some libraries write a day in UNTIL as midnight in UTC, which is on the day before in America.
  return untimed.replace(/(UNTIL=\d{8})T000000Z/, '$1');
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}

/**
 * The day and time of a local time, without seconds if they are zero: the name of an occurrence if a day has several.
 */
export function dateWithTime(local: string): string {
  return local.endsWith(':00') ? local.slice(0, 16) : local;
}
