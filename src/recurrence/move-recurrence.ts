import { FieldError } from '../errors/field-error.js';
import { dayNumber, dayText, daysBetween } from '../datetime/days.js';
import {
  momentFromInstant,
  momentFromLocal,
  utcText,
  millisecondsBetween,
  parseAsUtc,
  addMilliseconds,
} from '../datetime/moment.js';
import { dateWithTime, formatRdate, rdateTimes, type Recurrence } from './recurrence.js';
import { rulePart } from './rule.js';

/** A move of all dates of a series by the same difference in local time (`apply=all` with another time). */
export interface Move {
  /** The start of one date before and after the move. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds by which ends move. */
  readonly end: number;
  /** The start of a date by the rule. */
  readonly byRule: string;
  readonly timezone: string;
}

/** The recurrence of a series after a move, or an error if its rule fixes days or times that cannot be moved. */
export function moveRecurrence({ rrule, exdates, rdates }: Recurrence, move: Move): Recurrence | FieldError {
  const rule = rrule === null ? null : moveRule(rrule, move);
  if (rule instanceof FieldError) return rule;
  const start = millisecondsBetween(move.from, move.to);
  const movedDate = (date: string) =>
    date.length === 10 ? moveDay(date, move) : dateWithTime(addMilliseconds(withSeconds(date), start));
  const added = rdates.map((rdate) => {
    const { start: from, end } = rdateTimes(rdate, '00:00:00');
    return end === undefined
      ? movedDate(rdate)
      : formatRdate(addMilliseconds(from, start), addMilliseconds(end, move.end));
  });
  return { rrule: rule, exdates: exdates.map(movedDate).sort(), rdates: added.sort() };
}

/** Parts of a rule that fix days, so that the rule cannot be moved to other days. BYDAY is handled separately. */
const FIXED_DAY_PARTS = ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'];

function moveRule(rrule: string, move: Move): string | FieldError {
  const { from, to } = move;
  let rule = rrule;
  if (daysBetween(from, to) !== 0) {
    const isByWeekday = /(?:^|;)FREQ=(?:DAILY|WEEKLY)(?:;|$)/.test(rrule);
    const fixed = [...FIXED_DAY_PARTS, ...(isByWeekday ? [] : ['BYDAY'])].find(
      (name) => rulePart(rrule, name) !== undefined,
    );
    if (fixed !== undefined)
      return new FieldError((messages) => messages.ruleCannotMove(`${fixed}=${rulePart(rrule, fixed)}`));
    const frequency = rulePart(rrule, 'FREQ')!;
    if (/^(?:MONTHLY|YEARLY)$/.test(frequency) && !staysInMonth(move))
      return new FieldError((messages) => messages.ruleCannotMove(`FREQ=${frequency}`));
    const moveWeekdays = (days: string) =>
      days
        .split(',')
        .map((day) => weekdayAfter(day, daysBetween(from, to)))
        .join();
    // With an interval, weeks are counted from the first day of the week.
    const isGrouped = rulePart(rrule, 'BYDAY') !== undefined && rulePart(rrule, 'INTERVAL') !== undefined;
    if (isGrouped && rulePart(rrule, 'WKST') === undefined) rule += ';WKST=MO';
    rule = mapPart(mapPart(rule, 'BYDAY', moveWeekdays), 'WKST', moveWeekdays);
  }
  for (const [index, name] of ['BYHOUR', 'BYMINUTE', 'BYSECOND'].entries()) {
    const [before, after] = [from, to].map((local) => Number(local.slice(11).split(':')[index]));
    const current = rulePart(rule, name);
    if (current === undefined || before === after) continue;
    if (Number(current) !== before) return new FieldError((messages) => messages.ruleCannotMove(`${name}=${current}`));
    rule = mapPart(rule, name, () => String(after));
  }
  return mapPart(rule, 'UNTIL', (until) => moveUntil(until, move));
}

/** Every month has at least this many days. */
const COMMON_DAYS = 28;

/**
 * Whether all dates, which are on one day of the month, move by the same number of days although months differ in
 * length.
 */
function staysInMonth({ from, to, byRule }: Move): boolean {
  const day = Number(byRule.slice(8, 10));
  const moved = day + daysBetween(from, to);
  return day <= COMMON_DAYS && moved >= 1 && moved <= COMMON_DAYS;
}

function mapPart(rule: string, name: string, change: (value: string) => string): string {
  const current = rulePart(rule, name);
  return current === undefined ? rule : rule.replace(`${name}=${current}`, `${name}=${change(current)}`);
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function weekdayAfter(day: string, days: number): string {
  return WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7]!;
}

/** Moves `YYYYMMDD`, or `YYYYMMDDTHHMMSS[Z]`. */
function moveUntil(until: string, move: Move): string {
  const [, year, month, day, time = '', zone = ''] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(until) ?? [];
  const date = `${year}-${month}-${day}`;
  if (time === '') return moveDay(date, move).replaceAll('-', '');
  const untilTime = `${date} ${time.replace(/^(..)(..)/, '$1:$2:')}`;
  const { timezone } = move;
  // A time in UTC is moved in local time, like the dates.
  const local = zone === '' ? untilTime : momentFromInstant(new Date(parseAsUtc(untilTime)), timezone).local;
  const moved = addMilliseconds(local, millisecondsBetween(move.from, move.to));
  const movedTime = zone === '' ? moved : utcText(momentFromLocal(moved, timezone).utc);
  return `${movedTime.replace(/[-:]/g, '').replace(' ', 'T')}${zone}`;
}

function moveDay(day: string, { from, to }: Move): string {
  return dayText(dayNumber(day) + daysBetween(from, to));
}

function withSeconds(date: string): string {
  return date.length === 16 ? `${date}:00` : date;
}
