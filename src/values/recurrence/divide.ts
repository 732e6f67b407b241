import { utcText } from '../time/moment.js';
import { type SeriesRule } from './occurrences.js';
import { dateWithTime, rdateWalls, type Recurrence } from './recurrence.js';
import { partOf, ruleWalls, untilWall, withPart } from './rule.js';
import { Starts } from './starts.js';

/** A series before one of its occurrences, and from there on. Null where nothing takes place again. */
export interface Divided {
  readonly before: Recurrence | null;
  readonly after: Recurrence | null;
}

/**
 * Divides a series at one of its occurrences: each part has the dates that fall to it, of those that are left out and those
 * that are added as well.
 * @param date of the occurrence
 * @param to a wall clock reading: how far occurrences are known. What the rule makes until then is carried over as dates where
 * the occurrence is an added date, from which no rule goes on that makes the same
 */
export function divideSeries(series: SeriesRule, date: string, to: string): Divided {
  const { recurrence, start, timezone } = series;
  const { rrule, rdates, exdates } = recurrence;
  const at = new Starts(series).of(date);
  const isBefore = (one: string) => one < date.slice(0, one.length);
  const time = start.slice(11);
  const startsBefore = (rdate: string) => rdateWalls(rdate, time).start < at;
  const walls = rrule === null ? [] : ruleWalls(rrule, start, timezone, at);
  const isMade = walls.at(-1) === at;
  const goesOn = rrule && (isMade ? restOf(rrule, walls.length - 1, timezone, at) : begunAnew(rrule, series, at, to));
  const isCarried = rrule !== null && !isMade && goesOn === null;
  const carried = isCarried ? ruleWalls(rrule, start, timezone, to).filter((wall) => wall > at) : [];
  // At its old time of day, whatever that of the new series is.
  const later = rdates
    .filter((rdate) => !startsBefore(rdate))
    .map((rdate) => (rdate.length === 10 ? `${rdate} ${time.slice(0, 5)}` : rdate));
  return {
    before: orNull({
      rrule: rrule && endedBefore(rrule, at, walls, timezone),
      exdates: exdates.filter(isBefore),
      rdates: rdates.filter(startsBefore),
    }),
    after: orNull({
      rrule: goesOn,
      exdates: exdates.filter((one) => !isBefore(one)),
      rdates: [
        ...new Set([...later.filter((rdate) => rdateWalls(rdate, time).start !== at), ...carried.map(dateWithTime)]),
      ].sort(),
    }),
  };
}

/**
 * A rule that makes nothing from an occurrence on.
 * @param walls what it makes until then
 */
function endedBefore(rrule: string, at: string, walls: readonly string[], zone: string): string {
  const count = Number(partOf(rrule, 'COUNT') ?? Infinity);
  const until = untilWall(rrule, zone);
  const hasEnded = walls.filter((wall) => wall < at).length >= count || (until !== undefined && until < at);
  return hasEnded ? rrule : withPart(withPart(rrule, 'COUNT', undefined), 'UNTIL', untilBefore(at, walls));
}

/** A rule without the first of its occurrences. */
function restOf(rrule: string, made: number, zone: string, at: string): string | null {
  const count = partOf(rrule, 'COUNT');
  if (count !== undefined)
    return Number(count) - made > 1 ? withPart(rrule, 'COUNT', String(Number(count) - made)) : null;
  const until = untilWall(rrule, zone);
  return until === undefined || until > at ? rrule : null;
}

/** Days beyond those that are known for which two rules are compared. */
const COMPARED = 5 * 366;

/** A rule that goes on as it did from a start that it does not make itself; null where none does, or nothing follows. */
function begunAnew(rrule: string, { start, timezone }: SeriesRule, at: string, to: string): string | null {
  const said = withStart(rrule, start);
  const until = daysAfter(to > at ? to : at, COMPARED);
  const all = ruleWalls(rrule, start, timezone, until);
  const wanted = all.filter((wall) => wall > at);
  // Of the new series the first one counts, and is the only one of its day.
  if (wanted.length === 0 || wanted[0]!.slice(0, 10) === at.slice(0, 10)) return null;
  const count = partOf(rrule, 'COUNT');
  const left = Number(count) - (all.length - wanted.length) + 1;
  const rest = count === undefined ? said : withPart(said, 'COUNT', String(left));
  const [, ...made] = ruleWalls(rest, at, timezone, until);
  return made.join() === wanted.join() ? rest : null;
}

/** A rule that says what it takes from its start (RFC 5545, 3.3.10). */
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

function daysAfter(wall: string, days: number): string {
  return utcText(new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + days * 24 * 60 * 60_000));
}

/**
 * The day before, to its end, so that what comes before an occurrence may be moved within its days; the same day where the rule
 * makes an occurrence on that before.
 */
function untilBefore(wall: string, walls: readonly string[]): string {
  const day = wall.slice(0, 10);
  const isMadeBefore = walls.some((made) => made < wall && made.startsWith(day));
  return (isMadeBefore ? day : daysAfter(wall, -1).slice(0, 10)).replaceAll('-', '');
}

function orNull(recurrence: Recurrence): Recurrence | null {
  return recurrence.rrule === null && recurrence.rdates.length === 0 ? null : recurrence;
}
