import ICAL from 'ical.js';
import { utcText } from '../common/time/moment.js';
import { type Clocks } from './ical.clock.js';
import { type IcalTime, readTimes, wallOn } from './ical.time.js';
import { because } from './import.messages.js';
import { UnreadableRecord } from './import-record.js';

/** Rules are followed this far into the future; importing again later adds what has come into view. */
export const HORIZON_MONTHS = 24;

/** Of more occurrences than this, the next ones are kept, then those that were last. */
export const MAX_OCCURRENCES = 366;

/** Daily since 1970. What repeats more often is no event of a calendar for people. */
const MAX_STEPS = 21_000;

/** The wall clock readings at which a series takes place, by its rules and dates, and which of them are cancelled. */
export interface Recurrence {
  readonly walls: readonly string[];
  readonly isExcluded: (wall: string) => boolean;
}

/** @throws {UnreadableRecord} where a rule cannot be understood or gives too much */
export function readRecurrence(event: ICAL.Component, start: IcalTime, clocks: Clocks, now: Date): Recurrence {
  const walls = new Set([start.wall]);
  const horizon = new Date(now);
  horizon.setUTCMonth(horizon.getUTCMonth() + HORIZON_MONTHS);
  for (const property of event.getAllProperties('rrule')) addRule(walls, property, start, utcText(horizon));
  for (const time of readTimes(event, 'rdate', clocks)) walls.add(wallOn(start.clock, time));
  const excluded = readTimes(event, 'exdate', clocks);
  const exact = new Set(excluded.map((time) => wallOn(start.clock, time)));
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(({ wall }) => wall.slice(0, 10)));
  return {
    walls: nearest([...walls].sort(), utcText(now)),
    isExcluded: (wall) => exact.has(wall) || days.has(wall.slice(0, 10)),
  };
}

function nearest(walls: readonly string[], now: string): string[] {
  const upcoming = walls.filter((wall) => wall >= now).slice(0, MAX_OCCURRENCES);
  const past = walls.filter((wall) => wall < now);
  return [...past.slice(Math.max(0, past.length + upcoming.length - MAX_OCCURRENCES)), ...upcoming];
}

function addRule(walls: Set<string>, property: ICAL.Property, start: IcalTime, horizon: string): void {
  const iterator = iterate(property, start);
  for (let steps = 0; ; steps++) {
    const time = iterator.next() as ICAL.Time | null | undefined;
    const wall = time && wallText(time);
    if (!wall || wall > horizon) return;
    if (steps >= MAX_STEPS) throw new UnreadableRecord(because((messages) => messages.tooManyOccurrences));
    walls.add(wall);
  }
}

/** The rule is followed on the wall clock of the series, as RFC 5545 says; its end is converted to that clock before. */
function iterate(property: ICAL.Property, start: IcalTime): ICAL.RecurIterator {
  try {
    const rule = property.getFirstValue() as ICAL.Recur;
    if (rule.until) rule.until = floating(untilWall(rule.until, start));
    return rule.iterator(start.isDate ? ICAL.Time.fromDateString(start.wall.slice(0, 10)) : floating(start.wall));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UnreadableRecord(because((messages) => messages.badRule(detail)));
  }
}

function untilWall(until: ICAL.Time, { clock, isDate }: IcalTime): string {
  const wall = wallText(until);
  // A day includes all of it.
  if (until.isDate) return wall.replace('00:00:00', '23:59:59');
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  return isUtc && !isDate ? clock.wallAt(new Date(`${wall.replace(' ', 'T')}Z`)) : wall;
}

function floating(wall: string): ICAL.Time {
  return ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'));
}

function wallText(time: ICAL.Time): string {
  const text = time.toString().replace('Z', '').replace('T', ' ');
  return time.isDate ? `${text} 00:00:00` : text;
}
