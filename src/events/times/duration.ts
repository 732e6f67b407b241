import { type Event } from '../event.entity.js';

const MINUTE = 60_000;

/**
 * Every event is of a class by how long it takes, and an event of class k takes less than `LONGEST[k]` milliseconds:
 * 8.5 hours, 34 hours, 5.7, 22.8, 91 and 364 days. One that runs at a moment has therefore begun less than that before,
 * so that the events of a class which run are found within a short stretch of those by start.
 */
export const LONGEST: readonly number[] = [9, 11, 13, 15, 17, 19].map((power) => 2 ** power * MINUTE).concat(Infinity);

/** The class of an event by its duration: a place in `LONGEST`. */
export function durationClass({ startUtc, endUtc }: Pick<Event, 'startUtc' | 'endUtc'>): number {
  const duration = endUtc.getTime() - startUtc.getTime();
  return LONGEST.findIndex((longest) => duration < longest);
}
