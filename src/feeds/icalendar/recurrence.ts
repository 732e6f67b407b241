import { type RecurringSeries } from '../../list/entries.js';
import { includesStart, untilLocal, countToUntil, withPart } from '../../recurrence/rule.js';
import { SeriesStarts } from '../../recurrence/series-starts.js';
import { isUnambiguous, momentFromLocal, utcText } from '../../datetime/moment.js';
import { durationText } from '../duration-text.js';
import { localTime, type Property, recurrenceRule, utcTime } from './jcal.js';
import { exclusiveEndDay, tzidParameter, type VeventSource } from './vevent.js';

/** Start and end of the first occurrence by the rule. If it takes place at another time, it is an override. */
export function timesByRule({ rule: { start, end, timezone } }: RecurringSeries, event: VeventSource): Property[] {
  const dtstart = seriesTimesProperty('dtstart', [start], event);
  if (event.all_day) return [dtstart, exclusiveEndDay(end)];
  // DTEND must be later than DTSTART; an event without DTEND has no duration.
  if (start === end) return [dtstart];
  const length = durationText(start, end);
  const [from, to] = [start, end].map((local) => utcText(momentFromLocal(local, timezone).utc));
  // Calendar programs convert DTEND to a duration, and do so differently if an end is in a skipped or repeated hour.
  const isExact = [start, end].every((local) => isUnambiguous(local, timezone)) && durationText(from!, to!) === length;
  return [dtstart, isExact ? seriesTimesProperty('dtend', [end], event) : ['duration', {}, 'duration', length]];
}

/**
 * RRULE, RDATE and EXDATE. Added dates with another duration are overrides, since programs fail on periods. A first
 * date that the rule does not produce is an RDATE too, since programs skip it. A date that the rule produces is not
 * written as RDATE, since some programs would show it twice.
 */
export function recurrenceProperties({ rule, exdates }: RecurringSeries, event: VeventSource): Property[] {
  const { start, timezone } = rule;
  const { rrule } = rule.recurrence;
  const added = new SeriesStarts(rule).addedStarts();
  const isStartByRule = rrule !== null && includesStart(rrule, start, timezone);
  const exportedRule = rrule === null || isStartByRule ? rrule : countToUntil(rrule, start, timezone);
  const dates = Object.entries({ rdate: isStartByRule ? added : [start, ...added], exdate: exdates });
  return [
    ...(exportedRule === null ? [] : [recurrenceRule(icalRule(exportedRule, event))]),
    ...dates
      .filter(([, localTimes]) => localTimes.length > 0)
      .map(([name, localTimes]) => seriesTimesProperty(name, localTimes, event)),
  ];
}

/** The rule for iCalendar: UNTIL is a day if DTSTART is a day, else an instant in UTC (RFC 5545, 3.3.10). */
function icalRule(rrule: string, { all_day: allDay, timezone }: VeventSource): string {
  const until = untilLocal(rrule, timezone);
  if (until === undefined) return rrule;
  const value = allDay ? until.slice(0, 10) : utcTime(utcText(momentFromLocal(until, timezone).utc));
  return withPart(rrule, 'UNTIL', value.replace(/[-:]/g, ''));
}

/** A property with local times of a series: days, UTC or local times, in the same form as DTSTART. */
export function seriesTimesProperty(
  name: string,
  localTimes: readonly string[],
  { all_day: allDay, timezone }: VeventSource,
): Property {
  if (allDay) return [name, {}, 'date', ...localTimes.map((local) => local.slice(0, 10))];
  if (timezone === 'UTC') return [name, {}, 'date-time', ...localTimes.map(utcTime)];
  return [name, tzidParameter(timezone), 'date-time', ...localTimes.map(localTime)];
}
