import { DAY, MINUTE } from '../../../lib/datetime/durations.js';
import { addMilliseconds, millisecondsBetween } from '../../../lib/datetime/moment.js';
import { recordError } from '../messages.js';
import { type Occurrence, type Raw, type ReadOptions, textOf, zoneOf } from '../record.js';
import { flagOf } from './tec-records.js';

/** The zone of an event, or that of the command or the site if it is unknown. */
export function zoneIn(raw: Raw, { timezone, siteTimezone }: ReadOptions) {
  const zone = zoneOf(textOf(raw, 'timezone'));
  return { isAssumed: zone === undefined, timezone: zone ?? timezone ?? siteTimezone };
}

/** Local times in the zone of the event. If its zone is unknown, UTC times, which are shown in another zone. */
export function readTimes(raw: Raw, options: ReadOptions): Pick<Occurrence, 'start' | 'end' | 'timezone' | 'allDay'> {
  const start = dateIn(raw, 'start_date');
  if (start === undefined) throw recordError('noStart');
  const end = dateIn(raw, 'end_date') ?? start;
  const { timezone, isAssumed } = zoneIn(raw, options);
  if (flagOf(raw, 'all_day')) return { start: start.slice(0, 10), end: lastDay(start, end), timezone, allDay: true };
  const [utcStart, utcEnd] = [dateIn(raw, 'utc_start_date'), dateIn(raw, 'utc_end_date')];
  if (!isAssumed || !utcStart || !utcEnd) return { start, end, timezone, allDay: false };
  const instant = (text: string) => `${text.replace(' ', 'T')}Z`;
  return { start: instant(utcStart), end: instant(utcEnd), timezone, allDay: false };
}

/** The zeros of MySQL, which drafts have, and what PHP makes of them: the 30th day of the month before the year 0. */
const ZERO_DATE = /^(?:0000-00-00|-0001-11-30)/;

/** A date; undefined also for a zero one. */
export function dateIn(record: Raw, field: string): string | undefined {
  const text = textOf(record, field);
  return text !== undefined && ZERO_DATE.test(text) ? undefined : text;
}

/**
 * The last day of an event of whole days. On a site whose days end later than at midnight (“end of day cutoff”), it
 * begins at that time, such as 03:00, and ends at 02:59:59 on the day after its last one.
 */
function lastDay(start: string, end: string): string {
  const ends = `${end.slice(0, 10)} 00:00:00`;
  const cutoff = millisecondsBetween(`${start.slice(0, 10)} 00:00:00`, start);
  const sinceMidnight = millisecondsBetween(ends, end);
  const isBeforeCutoff = sinceMidnight < cutoff && cutoff - sinceMidnight <= MINUTE;
  return isBeforeCutoff && end > start ? addMilliseconds(ends, -DAY).slice(0, 10) : end.slice(0, 10);
}
