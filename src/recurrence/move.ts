import { FieldError } from '../errors/field-error.js';
import { dayNumber, dayText, daysBetween } from '../datetime/days.js';
import { momentAt, momentOf, utcText, difference, instantInUtc, movedBy } from '../datetime/moment.js';
import { dateWithTime, rdateText, rdateTimes, type Recurrence } from './recurrence.js';
import { partOf } from './rule.js';

/** A move of all dates of a series by the same difference in local time. */
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
export function movedRecurrence({ rrule, exdates, rdates }: Recurrence, move: Move): Recurrence | FieldError {
  const rule = rrule === null ? null : movedRule(rrule, move);
  if (rule instanceof FieldError) return rule;
  const start = difference(move.from, move.to);
  const movedDate = (date: string) =>
    date.length === 10 ? movedDay(date, move) : dateWithTime(movedBy(withSeconds(date), start));
  const added = rdates.map((rdate) => {
    const { start: from, end } = rdateTimes(rdate, '00:00:00');
    return end === undefined ? movedDate(rdate) : rdateText(movedBy(from, start), movedBy(end, move.end));
  });
  return { rrule: rule, exdates: exdates.map(movedDate).sort(), rdates: added.sort() };
}

/** Parts that fix days other than by the weekday. */
const DAYS = ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'];

function movedRule(rrule: string, move: Move): string | FieldError {
  const { from, to } = move;
  let rule = rrule;
  if (daysBetween(from, to) !== 0) {
    const isByWeekday = /(?:^|;)FREQ=(?:DAILY|WEEKLY)(?:;|$)/.test(rrule);
    const fixed = [...DAYS, ...(isByWeekday ? [] : ['BYDAY'])].find((name) => partOf(rrule, name) !== undefined);
    if (fixed !== undefined)
      return new FieldError((messages) => messages.ruleCannotMove(`${fixed}=${partOf(rrule, fixed)}`));
    const frequency = partOf(rrule, 'FREQ')!;
    if (/^(?:MONTHLY|YEARLY)$/.test(frequency) && !keepsItsMonth(move))
      return new FieldError((messages) => messages.ruleCannotMove(`FREQ=${frequency}`));
    const moved = (days: string) =>
      days
        .split(',')
        .map((day) => weekdayAfter(day, daysBetween(from, to)))
        .join();
    // With an interval, weeks are counted from the first day of the week.
    const isGrouped = partOf(rrule, 'BYDAY') !== undefined && partOf(rrule, 'INTERVAL') !== undefined;
    if (isGrouped && partOf(rrule, 'WKST') === undefined) rule += ';WKST=MO';
    rule = changed(changed(rule, 'BYDAY', moved), 'WKST', moved);
  }
  for (const [place, name] of ['BYHOUR', 'BYMINUTE', 'BYSECOND'].entries()) {
    const [was, is] = [from, to].map((local) => Number(local.slice(11).split(':')[place]));
    const said = partOf(rule, name);
    if (said === undefined || was === is) continue;
    if (Number(said) !== was) return new FieldError((messages) => messages.ruleCannotMove(`${name}=${said}`));
    rule = changed(rule, name, () => String(is));
  }
  return changed(rule, 'UNTIL', (until) => movedUntil(until, move));
}

/** Days of a month that every month has. */
const COMMON_DAYS = 28;

/**
 * Whether all dates, which are on one day of the month, move by the same number of days although months differ in
 * length.
 */
function keepsItsMonth({ from, to, byRule }: Move): boolean {
  const day = Number(byRule.slice(8, 10));
  const moved = day + daysBetween(from, to);
  return day <= COMMON_DAYS && moved >= 1 && moved <= COMMON_DAYS;
}

function changed(rule: string, name: string, change: (value: string) => string): string {
  const said = partOf(rule, name);
  return said === undefined ? rule : rule.replace(`${name}=${said}`, `${name}=${change(said)}`);
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function weekdayAfter(day: string, days: number): string {
  return WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7]!;
}

/** Moves `YYYYMMDD`, or `YYYYMMDDTHHMMSS[Z]`. */
function movedUntil(until: string, move: Move): string {
  const [, year, month, day, time = '', zone = ''] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(until) ?? [];
  const date = `${year}-${month}-${day}`;
  if (time === '') return movedDay(date, move).replaceAll('-', '');
  const wall = `${date} ${time.replace(/^(..)(..)/, '$1:$2:')}`;
  const { timezone } = move;
  // A time in UTC is moved in local time, like the dates.
  const local = zone === '' ? wall : momentAt(new Date(instantInUtc(wall)), timezone).local;
  const moved = movedBy(local, difference(move.from, move.to));
  const stated = zone === '' ? moved : utcText(momentOf(moved, timezone).utc);
  return `${stated.replace(/[-:]/g, '').replace(' ', 'T')}${zone}`;
}

function movedDay(day: string, { from, to }: Move): string {
  return dayText(dayNumber(day) + daysBetween(from, to));
}

function withSeconds(date: string): string {
  return date.length === 16 ? `${date}:00` : date;
}
