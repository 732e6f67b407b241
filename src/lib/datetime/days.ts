import { DAY } from './durations.js';
import { momentFromInstant, startOfDay, utcText } from './moment.js';

/** The number of days from 1970-01-01 to a day (`YYYY-MM-DD…`). */
export function dayNumber(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY;
}

/** Whether a day (`YYYY-MM-DD`) exists. V8 accepts 30 February, and takes it for a day in March. */
export function isDay(day: string): boolean {
  const number = dayNumber(day);
  return !Number.isNaN(number) && dayText(number) === day;
}

/** The day with this number, `YYYY-MM-DD`. */
export function dayText(day: number): string {
  return utcText(new Date(day * DAY)).slice(0, 10);
}

/** The number of days between two local times. */
export function daysBetween(one: string, other: string): number {
  return dayNumber(other) - dayNumber(one);
}

/** The moment at which a day begins in a zone. */
export function startOfDayNumber(day: number, zone: string): Date {
  return startOfDay(dayText(day), zone).utc;
}

/** The current day in a zone: the last one that has begun, even if the clocks are set back over midnight. */
export function dayNumberAt(instant: Date, zone: string): number {
  const clockDay = dayNumber(momentFromInstant(instant, zone).local);
  return startOfDayNumber(clockDay + 1, zone) <= instant
    ? clockDay + 1
    : startOfDayNumber(clockDay, zone) <= instant
      ? clockDay
      : clockDay - 1;
}

/** Consecutive days with the same offset from UTC. */
export interface DayRun {
  readonly first: number;
  readonly last: number;
  /** The beginning of the first day. */
  readonly start: Date;
  /** The offset from UTC in seconds. */
  readonly offsetSeconds: number;
}

/** Groups the days from `first` to `last` (inclusive) into runs; a change of the clocks begins a new run. */
export function dayRuns(first: number, last: number, zone: string): DayRun[] {
  const runs: DayRun[] = [];
  for (let day = first; day <= last; day += 1) {
    const start = startOfDayNumber(day, zone);
    const offsetSeconds = (day * DAY - start.getTime()) / 1000;
    const run = runs.at(-1);
    if (run?.offsetSeconds === offsetSeconds) runs[runs.length - 1] = { ...run, last: day };
    else runs.push({ first: day, last: day, start, offsetSeconds });
  }
  return runs;
}
