import ICAL from 'ical.js';
import { DAY, MINUTE } from '../../../lib/datetime/durations.js';
import {
  addMilliseconds,
  FIRST_LOCAL_TIME,
  LAST_LOCAL_TIME,
  millisecondsBetween,
  momentFromInstant,
  parseAsUtc,
  utcText,
} from '../../../lib/datetime/moment.js';
import { recordError } from '../messages.js';
import { type Component, parameterOf, type Property } from './components.js';
import { type Zone, type Zones } from './zones.js';

export interface IcalTime {
  readonly local: string;
  readonly isDate: boolean;
  readonly zone: Zone;
  readonly line: string;
}

export interface Span {
  readonly start: IcalTime;
  readonly length: number;
  /** The end as an instant, if start plus length in local time would be another one because the clocks change. */
  readonly endsAt?: Date | undefined;
}

/** Maximum duration, longer than any real event. Longer ones would leave the range of dates. */
const LONGEST = 100 * 366 * DAY;

export function readSpan(event: Component, zones: Zones): Span {
  const [start] = readTimes(event, 'dtstart', zones);
  if (!start) throw recordError('noStart');
  const [end] = readTimes(event, 'dtend', zones);
  const [duration] = meaningfulProperties(event, 'duration');
  const span = end ? until(start, end) : spanWithDuration(start, duration);
  const last = addMilliseconds(start.local, span.length);
  if (start.local < FIRST_LOCAL_TIME || start.local > LAST_LOCAL_TIME) throw recordError('badDate', start.line);
  if (last > LAST_LOCAL_TIME) throw recordError('badDate', (end ?? duration ?? start).line);
  if (span.length < (start.isDate ? -DAY : 0)) throw recordError('endBeforeStart', (end ?? duration!).line);
  if (isAllDay(event, span)) return { start: { ...start, isDate: true }, length: span.length - DAY };
  // DTEND of an all-day event is the day after it, but some programs write the last day, or the day before that.
  return start.isDate ? { start, length: Math.max(0, span.length - DAY) } : span;
}

/** All-day events of older versions of Exchange and Outlook: from midnight to midnight, with an extra property. */
function isAllDay(event: Component, { start, length }: Span): boolean {
  if (start.isDate || event.text('x-microsoft-cdo-alldayevent')?.toUpperCase() !== 'TRUE') return false;
  // In a series, the time is part of the recurrence ID, so it cannot be dropped.
  const isSingle = !['rrule', 'rdate', 'recurrence-id'].some((name) => meaningfulProperties(event, name).length > 0);
  return isSingle && start.local.endsWith('00:00:00') && length > 0 && length % DAY === 0;
}

function until(start: IcalTime, end: IcalTime): Span {
  const local = localOn(start.zone, end);
  // An end with a time is on the last day of an all-day event.
  if (start.isDate) return { start, length: Math.ceil(millisecondsBetween(start.local, local) / DAY) * DAY };
  const length = millisecondsBetween(start.local, local);
  const endsAt = end.zone.instantOf(end.local);
  if (end.isDate || isLocalEnd(start, length, endsAt)) return { start, length };
  return { start, length: endsAt.getTime() - start.zone.instantOf(start.local).getTime(), endsAt };
}

/** Days are counted in local time, shorter durations exactly (RFC 5545, 3.3.6). */
function spanWithDuration(start: IcalTime, property: Property | undefined): Span {
  if (!property) return { start, length: start.isDate ? DAY : 0 };
  const { length, days } = readDuration(property);
  if (start.isDate || length < days) return { start, length };
  const endsAt = new Date(start.zone.instantOf(addMilliseconds(start.local, days)).getTime() + length - days);
  return isLocalEnd(start, length, endsAt) ? { start, length } : { start, length, endsAt };
}

function readDuration({ value, line }: Property): { readonly length: number; readonly days: number } {
  try {
    const duration = ICAL.Duration.fromString(value.toUpperCase());
    const length = duration.toSeconds() * 1000;
    if (Math.abs(length) <= LONGEST) return { length, days: DAY * (7 * duration.weeks + duration.days) };
  } catch {
    // The error is reported below, like that of a duration that is too long.
  }
  throw recordError('badDate', line);
}

/** Whether start plus length, added in local time, is this instant. */
function isLocalEnd(start: IcalTime, length: number, moment: Date): boolean {
  return start.zone.instantOf(addMilliseconds(start.local, length)).getTime() === moment.getTime();
}

export function readPeriods(event: Component, { zone }: IcalTime, zones: Zones): Span[] {
  return meaningfulProperties(event, 'rdate').flatMap((property) =>
    property.value.split(',').flatMap((period): Span[] => {
      const [from = '', to] = period.split('/');
      if (to === undefined) return [];
      const start = { ...readTime(from, property, zones), isDate: false };
      const begins = { ...start, local: localOn(zone, start), zone };
      const isDuration = /^[+-]?P/i.test(to);
      const span = isDuration
        ? spanWithDuration(begins, { ...property, value: to })
        : until(begins, readTime(to, property, zones));
      if (span.length < 0) throw recordError('endBeforeStart', property.line);
      return [span];
    }),
  );
}

export function readTimes(event: Component, name: string, zones: Zones): IcalTime[] {
  return meaningfulProperties(event, name).flatMap((property) =>
    property.value
      .split(',')
      .filter((text) => text.trim() !== '')
      .map((text) => readTime(text.split('/')[0]!, property, zones)),
  );
}

/** Properties with a value. Some programs write the null value of their programming language, such as "None". */
export function meaningfulProperties(event: Component, name: string): Property[] {
  return event.properties(name).filter(({ value }) => !/^(?:none|null|nil|undefined)$/i.test(value));
}

const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)? ?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A DATE or DATE-TIME, whatever VALUE says: also with dashes, without seconds, as 24:00, or with an offset. */
export function readTime(text: string, property: Property, zones: Zones): IcalTime {
  const [, year, month, day, hour, minute, second = '00', offset] = TIME.exec(text.trim()) ?? [];
  const { line } = property;
  const date = `${year}-${month}-${day}`;
  const isEndOfDay = `${hour}${minute}${second}` === '240000';
  const time = hour === undefined || isEndOfDay ? '00:00:00' : `${hour}:${minute}:${second}`;
  const instant = new Date(parseAsUtc(`${date} ${time}`));
  if (Number.isNaN(instant.getTime()) || utcText(instant) !== `${date} ${time}`) throw recordError('badDate', line);
  const local = addMilliseconds(`${date} ${time}`, isEndOfDay ? DAY : 0);
  if (offset === undefined)
    return { local, isDate: hour === undefined, zone: zones.of(parameterOf(property, 'tzid')), line };
  return { local: addMilliseconds(local, -millisecondsOf(offset)), isDate: false, zone: zones.utc, line };
}

function millisecondsOf(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

export function localOn(zone: Zone, time: IcalTime): string {
  return time.isDate || time.zone === zone ? time.local : zone.localAt(time.zone.instantOf(time.local));
}

/**
 * Converts a time to the value type of the series start; a day gets its time. For an all-day series, 00:00:00 and
 * 23:59:59 in UTC mean the day that they name; other UTC times are converted to the zone of the file.
 */
export function seriesLocalTime(start: IcalTime, time: IcalTime, zones: Zones): string {
  if (!start.isDate)
    return time.isDate ? `${time.local.slice(0, 10)} ${start.local.slice(11)}` : localOn(start.zone, time);
  const isOnDay = time.zone !== zones.utc || /(?:00:00:00|23:59:59)$/.test(time.local);
  const local = isOnDay ? time.local : momentFromInstant(time.zone.instantOf(time.local), zones.utc.timezone).local;
  return `${local.slice(0, 10)} 00:00:00`;
}
