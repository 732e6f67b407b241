import { endOfDay, momentOf, startOfDay } from '../../datetime/moment.js';
import { occurrenceAt } from '../../recurrence/occurrences.js';
import { type Span } from '../../recurrence/recurrence.js';
import { type Event } from '../event.entity.js';
import { firstOf, hasStandIn, type Repeated, seriesRule } from './stored-recurrence.js';

export type Schedule = Pick<Event, 'startWall' | 'endWall' | 'startUtc' | 'endUtc' | 'timezone' | 'allDay'>;

/**
 * The end is computed in local time, independent of daylight saving time. Skipped times move forward, as everywhere.
 */
export function timesOf({ timezone, allDay }: Pick<Schedule, 'timezone' | 'allDay'>, { start, end }: Span): Schedule {
  const begin = allDay ? startOfDay(start, timezone) : momentOf(start, timezone);
  const given = allDay ? endOfDay(end, timezone) : momentOf(end, timezone);
  // The start may be in the skipped hour, so that the event would end before it.
  const finish = given.utc < begin.utc ? begin : given;
  return {
    ...{ startUtc: begin.utc, endUtc: finish.utc },
    ...{ startWall: begin.local, endWall: finish.local, timezone, allDay },
  };
}

/** Whether an event takes place at the time of its rule, apart from a shift by skipped time. */
export function isByRule(event: Pick<Event, keyof Schedule>, byRule: Span): boolean {
  const { startWall, endWall } = timesOf(event, byRule);
  return event.startWall === startWall && event.endWall === endWall;
}

/** The local time of an event, or the requested one if that is skipped when the clocks change. */
export function meantOf(event: Schedule & Repeated): Span {
  if (!hasStandIn(event)) return firstOf(event);
  const byRule = standOf(event);
  return !event.allDay && byRule && isByRule(event, byRule) ? byRule : firstOf({ ...event, recurrence: null });
}

/** The time by the rule of the record that represents a series. */
export function standOf(series: Repeated): Span | undefined {
  const rule = seriesRule(series);
  return occurrenceAt(rule, rule.at ?? rule.start);
}
