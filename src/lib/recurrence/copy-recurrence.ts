import { dayNumber, dayText, daysBetween } from '../datetime/days.js';
import { momentFromLocal, utcText } from '../datetime/moment.js';
import { FieldError } from '../errors/field-error.js';
import { mapPart, type Move, moveDates, moveTimes } from './move-recurrence.js';
import { type Recurrence } from './recurrence.js';
import { includesStart, nextByRule, rulePart, untilLocal, WEEKDAYS, withPart } from './rule.js';

/**
 * The recurrence of a copy of a series that begins at another time. Its rule stays as it is where the new start fits it,
 * so that `TU,TH` from a Thursday is `TU,TH`; a rule of one weekday follows a start on another weekday. UNTIL, `exdates`
 * and `rdates` move with the start, COUNT stays.
 * @returns an error if the new start does not fit the rule
 */
export function copyRecurrence({ rrule, ...dates }: Recurrence, move: Move): Recurrence | FieldError {
  const rule = rrule === null ? null : copyRule(rrule, move);
  return rule instanceof FieldError ? rule : { rrule: rule, ...moveDates(dates, move) };
}

function copyRule(rrule: string, move: Move): string | FieldError {
  const { from, to, timezone } = move;
  const timed = moveTimes(rrule, move);
  if (timed instanceof FieldError) return timed;
  const rule = mapPart(timed, 'UNTIL', (until) => untilOfCopy(until, move));
  // The first date of some series is not one that their rule has; then that of a copy need not be, either.
  if (includesStart(rule, to, timezone) || !includesStart(rrule, from, timezone)) return rule;
  const onWeekday = withWeekdayOf(rule, to);
  if (onWeekday !== undefined && includesStart(onWeekday, to, timezone)) return onWeekday;
  const next = nextByRule(rule, to, timezone, to)?.slice(0, 10);
  return new FieldError((messages) => messages.ruleDoesNotFit(withoutEnd(rule), to.slice(0, 10), next));
}

/** A rule of one weekday (`MO`, `2MO`) with that of another day; undefined for other rules. */
function withWeekdayOf(rule: string, local: string): string | undefined {
  const ordinal = /^([+-]?\d*)[A-Z]{2}$/.exec(rulePart(rule, 'BYDAY') ?? '')?.[1];
  if (ordinal === undefined) return undefined;
  const weekday = WEEKDAYS[new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()]!;
  return mapPart(rule, 'BYDAY', () => ordinal + weekday);
}

function withoutEnd(rule: string): string {
  return withPart(withPart(rule, 'COUNT', undefined), 'UNTIL', undefined);
}

/**
 * UNTIL of a copy, as many days later as the start. Its time of day stays, except where a date on that day would count
 * that did not, or the other way round: then it moves like the start.
 */
function untilOfCopy(until: string, { from, to, timezone }: Move): string {
  const local = untilLocal(`UNTIL=${until}`, timezone)!;
  const day = dayNumber(local) + daysBetween(from, to);
  if (!until.includes('T')) return dayText(day).replaceAll('-', '');
  const [time, before, after] = [local, from, to].map((one) => one.slice(11)) as [string, string, string];
  const wasCounted = time >= before;
  const otherwise = wasCounted ? `${dayText(day)} ${after}` : `${dayText(day - 1)} 23:59:59`;
  const moved = wasCounted === time >= after ? `${dayText(day)} ${time}` : otherwise;
  const text = until.endsWith('Z') ? utcText(momentFromLocal(moved, timezone).utc) : moved;
  return `${text.replace(/[-:]/g, '').replace(' ', 'T')}${until.endsWith('Z') ? 'Z' : ''}`;
}
