import { momentAt, startOfDay, utcText } from './moment.js';

const DAY = 24 * 60 * 60_000;

/** The number of days from 1970-01-01 to a day (`YYYY-MM-DD…`). */
export function dayNumber(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY;
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
export function dayBeginning(day: number, zone: string): Date {
  return startOfDay(dayText(day), zone).utc;
}

/** The current day in a zone: the last one that has begun, even if the clocks are set back over midnight. */
export function dayAt(instant: Date, zone: string): number {
  const shown = dayNumber(momentAt(instant, zone).local);
  return dayBeginning(shown + 1, zone) <= instant
    ? shown + 1
    : dayBeginning(shown, zone) <= instant
      ? shown
      : shown - 1;
}

/** Consecutive days that begin at the same time in UTC. */
export interface DayRun {
  readonly first: number;
  readonly last: number;
  /** The beginning of the first day. */
  readonly begins: Date;
  /** The offset from UTC in seconds. */
  readonly ahead: number;
}

/** All days from one to another (inclusive), as runs: a new run begins with each change of the clocks. */
export function dayRuns(first: number, last: number, zone: string): DayRun[] {
  const runs: DayRun[] = [];
  for (let day = first; day <= last; day += 1) {
    const begins = dayBeginning(day, zone);
    const ahead = (day * DAY - begins.getTime()) / 1000;
    const run = runs.at(-1);
    if (run?.ahead === ahead) runs[runs.length - 1] = { ...run, last: day };
    else runs.push({ first: day, last: day, begins, ahead });
  }
  return runs;
}
