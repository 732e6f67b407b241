import { FieldError } from '../errors/field-error.js';
import { dayNumber, dayText, daysBetween } from '../datetime/days.js';
import { momentFromLocal, utcText, millisecondsBetween, addMilliseconds } from '../datetime/moment.js';
import { dateWithTime, formatRdate, rdateTimes, type Recurrence } from './recurrence.js';
import { rulePart, untilLocal, WEEKDAYS } from './rule.js';

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
  return rule instanceof FieldError ? rule : { rrule: rule, ...moveDates({ exdates, rdates }, move) };
}

/** The excluded and the added dates of a series after a move. */
export function moveDates(
  { exdates, rdates }: Pick<Recurrence, 'exdates' | 'rdates'>,
  move: Move,
): Pick<Recurrence, 'exdates' | 'rdates'> {
  const start = millisecondsBetween(move.from, move.to);
  const movedDate = (date: string) =>
    date.length === 10 ? moveDay(date, move) : dateWithTime(addMilliseconds(date, start));
  const added = rdates.map((rdate) => {
    const { start: from, end } = rdateTimes(rdate, '00:00:00');
    return end === undefined
      ? movedDate(rdate)
      : formatRdate(addMilliseconds(from, start), addMilliseconds(end, move.end));
  });
  return { exdates: exdates.map(movedDate).sort(), rdates: added.sort() };
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
  const timed = moveTimes(rule, move);
  return timed instanceof FieldError ? timed : mapPart(timed, 'UNTIL', (until) => moveUntil(until, move));
}

/** A rule whose parts for the time of day follow the start; an error if they are not those of the start. */
export function moveTimes(rrule: string, { from, to }: Move): string | FieldError {
  let rule = rrule;
  for (const [index, name] of ['BYHOUR', 'BYMINUTE', 'BYSECOND'].entries()) {
    const [before, after] = [from, to].map((local) => Number(local.slice(11).split(':')[index]));
    const current = rulePart(rule, name);
    if (current === undefined || before === after) continue;
    if (Number(current) !== before) return new FieldError((messages) => messages.ruleCannotMove(`${name}=${current}`));
    rule = mapPart(rule, name, () => String(after));
  }
  return rule;
}

/** Every month has at least this many days. */
const COMMON_DAYS = 28;

/** Whether dates on one day of the month all move by the same number of days, although months differ in length. */
function staysInMonth({ from, to, byRule }: Move): boolean {
  const day = Number(byRule.slice(8, 10));
  const moved = day + daysBetween(from, to);
  return day <= COMMON_DAYS && moved >= 1 && moved <= COMMON_DAYS;
}

/** A rule in which the value of a part is replaced, if it has the part. */
export function mapPart(rule: string, name: string, change: (value: string) => string): string {
  const current = rulePart(rule, name);
  return current === undefined ? rule : rule.replace(`${name}=${current}`, `${name}=${change(current)}`);
}

function weekdayAfter(day: string, days: number): string {
  return WEEKDAYS[(((WEEKDAYS.indexOf(day) + days) % 7) + 7) % 7]!;
}

/** Moves a day, a local time, or a time in UTC, which moves in local time like the dates. */
function moveUntil(until: string, move: Move): string {
  const { from, to, timezone } = move;
  const local = untilLocal(`UNTIL=${until}`, timezone)!;
  if (!until.includes('T')) return moveDay(local, move).replaceAll('-', '');
  const moved = addMilliseconds(local, millisecondsBetween(from, to));
  const isUtc = until.endsWith('Z');
  const text = isUtc ? utcText(momentFromLocal(moved, timezone).utc) : moved;
  return `${text.replace(/[-:]/g, '').replace(' ', 'T')}${isUtc ? 'Z' : ''}`;
}

function moveDay(day: string, { from, to }: Move): string {
  return dayText(dayNumber(day) + daysBetween(from, to));
}
