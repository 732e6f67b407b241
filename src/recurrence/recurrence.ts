import { FieldError, type Parser } from '../errors/field-error.js';
import { dayNumber, dayText } from '../datetime/days.js';
import { FIRST_WALL, LAST_LOCAL_TIME, utcText } from '../datetime/moment.js';
import { parseRule, withPart } from './rule.js';

/** A recurrence as in bodies, and as it is stored. */
export interface Recurrence {
  /** The rule (RFC 5545, 3.3.10); null if there are only dates. */
  readonly rrule: string | null;
  /** `YYYY-MM-DD`, or `YYYY-MM-DD HH:MM` if a day has several. */
  readonly exdates: readonly string[];
  /** `YYYY-MM-DD`, `YYYY-MM-DD HH:MM`, or with an end `YYYY-MM-DD HH:MM/HH:MM`, which may include a day. */
  readonly rdates: readonly string[];
  /**
   * Start and end of the first occurrence by the rule, if they cannot be derived from the record that represents the
   * series: because that time is skipped when the clocks change, or because the record is a later date. Not shown.
   */
  readonly first?: Span | undefined;
  /** Set if a later date than the first represents the series. Not shown. */
  readonly stand?: StandIn | undefined;
}

/** An interval of local times. */
export interface Span {
  readonly start: string;
  readonly end: string;
}

/** The position of a record that represents a series which began with another record. */
export interface StandIn {
  /** Its start by the rule. */
  readonly at: string;
  /** The id of the record with which the series began, from which the UID is derived. */
  readonly origin: number;
  /** Sum of the revisions of the records that represented the series before. */
  readonly revisions: number;
}

/** Maximum number of dates, the same as of occurrences. */
export const MOST_OCCURRENCES = 750;

/** Maximum number of dates in one field of a body. */
const MOST_EXDATES = 1000;

/** Parses an object with `rrule`, `exdates`, `rdates`, or the text of a rule. */
export const parseRecurrence: Parser<Recurrence> = (raw) => {
  if (typeof raw === 'string') return withRule(raw, [], []);
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return new FieldError((messages) => messages.recurrence);
  const { rrule = null, exdates = [], rdates = [], ...others } = raw as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return new FieldError((messages) => messages.recurrencePart(unknown));
  if (rrule !== null && typeof rrule !== 'string') return new FieldError((messages) => messages.recurrence);
  return withRule(rrule ?? '', listOf(exdates), listOf(rdates));
};

function withRule(rule: string, exdates: string[] | undefined, rdates: string[] | undefined): Recurrence | FieldError {
  if (!exdates || !rdates) return new FieldError((messages) => messages.recurrence);
  const rrule = rule.trim() === '' ? null : parseRule(rule);
  if (rrule instanceof FieldError) return rrule;
  if (rrule === null && rdates.length === 0) return new FieldError((messages) => messages.recurrence);
  if (rdates.length > MOST_OCCURRENCES)
    return new FieldError((messages) => messages.tooManyDates('rdates', MOST_OCCURRENCES));
  if (exdates.length > MOST_EXDATES)
    return new FieldError((messages) => messages.tooManyDates('exdates', MOST_EXDATES));
  const excluded = exdates.map(readExdate);
  const added = rdates.map(readRdate);
  const wrong = [...excluded, ...added].findIndex((date) => date === undefined);
  if (wrong >= 0) return new FieldError((messages) => messages.recurrenceDate([...exdates, ...rdates][wrong]!));
  return { rrule, exdates: inOrder(excluded as string[]), rdates: inOrder(added as string[]) };
}

/** Null and `""` mean no dates; CSV is a list, as forms send it. */
function listOf(value: unknown): string[] | undefined {
  const list = typeof value === 'string' ? value.split(',') : (value ?? []);
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string')) return undefined;
  return (list as string[]).map((one) => one.trim()).filter(Boolean);
}

function inOrder(dates: readonly string[]): string[] {
  return [...new Set(dates)].sort();
}

const DATE = String.raw`(\d{4}-\d\d-\d\d)`;
const TIME = String.raw`((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?`;
const EXDATE = new RegExp(`^${DATE}(?:[T ]${TIME})?$`);
const RDATE = new RegExp(`^${DATE}(?:[T ]${TIME}(?:/(?:${DATE}[T ])?${TIME})?)?$`);

function readExdate(text: string): string | undefined {
  const [, day, time, second] = EXDATE.exec(text) ?? [];
  return day && isDay(day) ? joined(day, time && clock(time, second)) : undefined;
}

function readRdate(text: string): string | undefined {
  const [, day, time, second, endDay, endTime, endSecond] = RDATE.exec(text) ?? [];
  if (!day || !isDay(day) || (endDay && !isDay(endDay))) return undefined;
  const start = time && clock(time, second);
  const end = endTime && clock(endTime, endSecond);
  if (start && end && endDay && `${endDay} ${end}` < `${day} ${start}`) return undefined;
  const isNear = !endDay || endDay === (end! < start! ? dayAfter(day) : day);
  return joined(day, start) + (end ? `/${isNear ? end : `${endDay} ${end}`}` : '');
}

function clock(time: string, second = '00'): string {
  return second === '00' ? time : `${time}:${second}`;
}

function joined(day: string, time: string | undefined): string {
  return time ? `${day} ${time}` : day;
}

function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  if (day < FIRST_WALL.slice(0, 10) || day > LAST_LOCAL_TIME.slice(0, 10)) return false;
  return !Number.isNaN(midnight.getTime()) && utcText(midnight).startsWith(day);
}

function dayAfter(day: string): string {
  return dayText(dayNumber(day) + 1);
}

/** The start, a local time `YYYY-MM-DD HH:MM:SS`. */
export interface LocalTimes {
  readonly start: string;
  /** The end; undefined if the duration is that of the first occurrence. */
  readonly end: string | undefined;
}

/**
 * Parses an entry of `rdates`.
 * @param time the time of day of entries without a time, `HH:MM:SS`
 */
export function rdateTimes(rdate: string, time: string): LocalTimes {
  const [from = '', to] = rdate.split('/');
  const day = from.slice(0, 10);
  const start = `${day} ${withSeconds(from.slice(11) || time)}`;
  if (to === undefined) return { start, end: undefined };
  // Parses `HH:MM[:SS]`, with or without a day before it.
  const hasDay = to.length > 8;
  const end = withSeconds(hasDay ? to.slice(11) : to);
  const near = end < start.slice(11) ? dayAfter(day) : day;
  return { start, end: `${hasDay ? to.slice(0, 10) : near} ${end}` };
}

/** The entry of `rdates` for an occurrence with an end of its own. */
export function rdateText(start: string, end: string): string {
  const day = start.slice(0, 10);
  const near = end.slice(11) < start.slice(11) ? dayAfter(day) : day;
  return `${dateWithTime(start)}/${near === end.slice(0, 10) ? dateWithTime(end).slice(11) : dateWithTime(end)}`;
}

/** The recurrence of an all-day event, whose dates have no times. */
export function inWholeDays(recurrence: Recurrence): Recurrence {
  const { rrule, exdates, rdates } = recurrence;
  const days = rdates.map((rdate) => {
    const { start, end } = rdateTimes(rdate, '00:00:00');
    const day = start.slice(0, 10);
    return end === undefined ? day : rdateText(`${day} 00:00:00`, `${end.slice(0, 10)} 23:59:59`);
  });
  return {
    ...recurrence,
    rrule: rrule && ruleInWholeDays(rrule),
    exdates: inOrder(exdates.map((exdate) => exdate.slice(0, 10))),
    rdates: inOrder(days),
  };
}

function ruleInWholeDays(rrule: string): string {
  const untimed = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].reduce((rule, part) => withPart(rule, part, undefined), rrule);
  // A day that a library has converted to an instant, which is on the day before in America.
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
