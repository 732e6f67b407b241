import { type RecurringSeries } from '../../list/entries.js';
import { makesFirst, untilLocal, withoutCount, withPart } from '../../recurrence/rule.js';
import { Starts } from '../../recurrence/starts.js';
import { isShownOnce, momentOf, utcText } from '../../datetime/moment.js';
import { durationText } from '../duration-text.js';
import { localTime, type Property, recurrenceRule, utcTime } from './jcal.js';
import { endOfDays, inZone, type ToldEvent } from './vevent.js';

/** Start and end of the first occurrence by the rule. If it takes place at another time, it is an override. */
export function timesByRule({ rule: { start, end, timezone } }: RecurringSeries, shown: ToldEvent): Property[] {
  const begins = onSeries('dtstart', [start], shown);
  if (shown.all_day) return [begins, endOfDays(end)];
  // DTEND must be later than DTSTART; an event without DTEND has no duration.
  if (start === end) return [begins];
  const length = durationText(start, end);
  const [from, to] = [start, end].map((local) => utcText(momentOf(local, timezone).utc));
  // Calendar programs convert DTEND to a duration, and disagree if the end is in a repeated hour.
  const isExact = [start, end].every((local) => isShownOnce(local, timezone)) && durationText(from!, to!) === length;
  return [begins, isExact ? onSeries('dtend', [end], shown) : ['duration', {}, 'duration', length]];
}

/**
 * RRULE, RDATE and EXDATE. Added dates with another duration are overrides, since programs fail on periods. A first
 * date that the rule does not produce is an RDATE too, since programs skip it. A date that the rule produces is not
 * written as RDATE, since some programs would show it twice.
 */
export function recurrence({ rule, exdates }: RecurringSeries, shown: ToldEvent): Property[] {
  const { start, timezone } = rule;
  const { rrule } = rule.recurrence;
  const added = new Starts(rule).addedToRule();
  const isMade = rrule !== null && makesFirst(rrule, start, timezone);
  const told = rrule === null || isMade ? rrule : withoutCount(rrule, start, timezone);
  const dates = Object.entries({ rdate: isMade ? added : [start, ...added], exdate: exdates });
  return [
    ...(told === null ? [] : [recurrenceRule(icalRule(told, shown))]),
    ...dates
      .filter(([, localTimes]) => localTimes.length > 0)
      .map(([name, localTimes]) => onSeries(name, localTimes, shown)),
  ];
}

/** A rule whose UNTIL is a day if DTSTART is one, else an instant (RFC 5545, 3.3.10). */
function icalRule(rrule: string, { all_day: allDay, timezone }: ToldEvent): string {
  const until = untilLocal(rrule, timezone);
  if (until === undefined) return rrule;
  const value = allDay ? until.slice(0, 10) : utcTime(utcText(momentOf(until, timezone).utc));
  return withPart(rrule, 'UNTIL', value.replace(/[-:]/g, ''));
}

/** A property with local times of a series, in the same form as its start. */
export function onSeries(
  name: string,
  localTimes: readonly string[],
  { all_day: allDay, timezone }: ToldEvent,
): Property {
  if (allDay) return [name, {}, 'date', ...localTimes.map((local) => local.slice(0, 10))];
  if (timezone === 'UTC') return [name, {}, 'date-time', ...localTimes.map(utcTime)];
  return [name, inZone(timezone), 'date-time', ...localTimes.map(localTime)];
}
