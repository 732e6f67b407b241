import { type SeriesRule } from './occurrences.js';
import { rdateWalls } from './recurrence.js';
import { partOf } from './rule.js';

/**
 * The wall clock readings at which a series takes place on some of its dates. The rule is not followed for that: whatever
 * it makes has the same time of day.
 */
export class Starts {
  private readonly added = new Map<string, string[]>();
  private readonly time: string;

  constructor({ recurrence: { rrule, rdates }, start }: SeriesRule) {
    this.time = rrule === null ? start.slice(11) : timeByRule(rrule, start.slice(11));
    for (const rdate of rdates) {
      const wall = rdateWalls(rdate, start.slice(11)).start;
      const day = wall.slice(0, 10);
      this.added.set(day, [...(this.added.get(day) ?? []), wall]);
    }
  }

  /** @param date of an occurrence: its day, with the time where the day has several */
  of(date: string): string {
    return withTime(date) ?? this.added.get(date)?.[0] ?? `${date} ${this.time}`;
  }

  /** Of all that one date leaves out: a day leaves out all that begins on it. */
  leftOutBy(exdate: string): string[] {
    const exact = withTime(exdate);
    return exact === undefined ? [`${exdate} ${this.time}`, ...(this.added.get(exdate) ?? [])] : [exact];
  }
}

/** Undefined where a date says no time. */
function withTime(date: string): string | undefined {
  if (date.length === 10) return undefined;
  return date.length === 16 ? `${date}:00` : date;
}

function timeByRule(rrule: string, time: string): string {
  const parts = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name, place) => {
    const [value] = partOf(rrule, name)?.split(',') ?? [];
    return value?.padStart(2, '0') ?? time.split(':')[place];
  });
  return parts.join(':');
}
