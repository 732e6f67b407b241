import ICAL from 'ical.js';
import { Fault } from '../errors/fault.js';
import { MOST_OCCURRENCES } from '../recurrence/recurrence.js';
import { parseRule, ruleWalls, withPart } from '../recurrence/rule.js';
import { utcText } from '../datetime/moment.js';
import { type Clocks } from './ical-clock.js';
import { type IcalTime, readPeriods, readTimes, type Span, wallOn } from './ical-time.js';
import { because } from './messages.js';
import { UnreadableRecord } from './record.js';

/** Rules are followed this far into the future; importing again later adds what has come into view. */
const HORIZON_MONTHS = 24;

/** Of more occurrences than this, the next ones are kept, then those that were last: as many as a series has. */
const MAX_OCCURRENCES = MOST_OCCURRENCES;

/** Daily since 1970. What repeats more often is no event of a calendar for people. */
const MAX_STEPS = 21_000;

/** The wall clock readings at which a series takes place, by its rules and dates, and which of them are cancelled. */
interface Recurrence {
  readonly walls: readonly string[];
  /** Those that last as long as they say themselves. */
  readonly spans: ReadonlyMap<string, Span>;
  readonly isExcluded: (wall: string) => boolean;
}

/** @throws {UnreadableRecord} where a rule cannot be understood or gives too much */
export function readRecurrence(event: ICAL.Component, start: IcalTime, clocks: Clocks, now: Date): Recurrence {
  const walls = new Set([start.wall]);
  const horizon = new Date(now);
  horizon.setUTCMonth(horizon.getUTCMonth() + HORIZON_MONTHS);
  for (const rule of readRules(event, 'rrule', start))
    for (const wall of wallsBy(rule, start, utcText(horizon))) walls.add(wall);
  for (const time of readTimes(event, 'rdate', clocks)) walls.add(wallOn(start.clock, time));
  const excluded = readTimes(event, 'exdate', clocks);
  const exact = new Set(excluded.map((time) => wallOn(start.clock, time)));
  // Of RFC 2445; programs still write it.
  for (const rule of readRules(event, 'exrule', start))
    for (const wall of wallsByIcal(rule, start, utcText(horizon))) exact.add(wall);
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(({ wall }) => wall.slice(0, 10)));
  // Also those that have not come into view: they are left out then, too.
  for (const time of excluded) {
    const wall = time.isDate ? `${time.wall.slice(0, 10)} ${start.wall.slice(11)}` : wallOn(start.clock, time);
    if (wall > start.wall) walls.add(wall);
  }
  return {
    walls: nearest([...walls].sort(), utcText(now)),
    spans: new Map(
      (start.isDate ? [] : readPeriods(event, 'rdate', start.clock, clocks)).map((span) => [span.start.wall, span]),
    ),
    isExcluded: (wall) => exact.has(wall) || days.has(wall.slice(0, 10)),
  };
}

/** The rules of an event, each with its end by the clock of the event. */
export function readRules(event: ICAL.Component, name: 'rrule' | 'exrule', start: IcalTime): string[] {
  return event.getAllProperties(name).map((property) => {
    const [, , , said] = property.toJSON() as [string, object, string, object];
    const unknown = Object.entries(said).find(([part, value]) => isUnknown(part, value));
    if (unknown) throw new UnreadableRecord(because((messages) => messages.badRule(unknown.join('=').toUpperCase())));
    const rule = readable(() => property.getFirstValue() as ICAL.Recur);
    return withPart(String(rule), 'UNTIL', rule.until ? untilText(rule.until, start) : undefined);
  });
}

/** What the parser passes over, and without which a rule would mean something else: other calendars (RFC 7529), and no date at all. */
function isUnknown(part: string, value: unknown): boolean {
  if (part === 'count') return Number(value) < 1;
  return (part === 'rscale' && value !== 'GREGORIAN') || (part === 'skip' && value !== 'OMIT');
}

function nearest(walls: readonly string[], now: string): string[] {
  const upcoming = walls.filter((wall) => wall >= now).slice(0, MAX_OCCURRENCES);
  const past = walls.filter((wall) => wall < now);
  return [...past.slice(Math.max(0, past.length + upcoming.length - MAX_OCCURRENCES)), ...upcoming];
}

/** By ours, as a series is followed; by ical.js what no series may have, such as hours. */
function wallsBy(rule: string, start: IcalTime, horizon: string): Iterable<string> {
  if (parseRule(rule) instanceof Fault) return wallsByIcal(rule, start, horizon);
  try {
    return ruleWalls(rule, start.wall, 'UTC', horizon);
  } catch {
    throw new UnreadableRecord(because((messages) => messages.tooManyOccurrences));
  }
}

function* wallsByIcal(rule: string, start: IcalTime, horizon: string): Generator<string> {
  const first = start.isDate ? ICAL.Time.fromDateString(start.wall.slice(0, 10)) : floating(start.wall);
  const iterator = readable(() => ICAL.Recur.fromString(rule).iterator(first));
  for (let steps = 0; ; steps++) {
    const time = iterator.next() as ICAL.Time | null | undefined;
    const wall = time && wallText(time);
    if (!wall || wall > horizon) return;
    if (steps >= MAX_STEPS) throw new UnreadableRecord(because((messages) => messages.tooManyOccurrences));
    yield wall;
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UnreadableRecord(because((messages) => messages.badRule(detail)));
  }
}

/** By the clock of the event: a day where it ends with that day, which is included. */
function untilText(until: ICAL.Time, { clock, isDate }: IcalTime): string {
  const isUtc = until.zone === ICAL.Timezone.utcTimezone && !until.isDate;
  const wall = isUtc && !isDate ? clock.wallAt(new Date(`${wallText(until).replace(' ', 'T')}Z`)) : wallText(until);
  const isDay = until.isDate || isDate || wall.endsWith('23:59:59');
  return (isDay ? wall.slice(0, 10) : wall).replace(/[-:]/g, '').replace(' ', 'T');
}

function floating(wall: string): ICAL.Time {
  return ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'));
}

function wallText(time: ICAL.Time): string {
  const text = time.toString().replace('Z', '').replace('T', ' ');
  return time.isDate ? `${text} 00:00:00` : text;
}
