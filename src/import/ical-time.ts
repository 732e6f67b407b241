import ICAL from 'ical.js';
import { utcText } from '../datetime/moment.js';
import { type Clock, type Clocks } from './ical-clock.js';
import { because } from './messages.js';
import { UnreadableRecord } from './record.js';

/** A DATE or DATE-TIME; a date stands at the beginning of its day. */
export interface IcalTime {
  readonly wall: string;
  readonly isDate: boolean;
  readonly clock: Clock;
}

/** When an event takes place: wall clock readings of its start, and how much later its end reads. */
export interface Span {
  readonly start: IcalTime;
  /** Milliseconds. */
  readonly length: number;
  /** The end where no reading of the clock leads to it, since the clock shows it twice or is set meanwhile. */
  readonly endsAt?: Date | undefined;
}

const DAY = 24 * 60 * 60_000;

/** @throws {UnreadableRecord} where there is no start, or a time makes no sense */
export function readSpan(event: ICAL.Component, clocks: Clocks): Span {
  const [start] = readTimes(event, 'dtstart', clocks);
  if (!start) throw new UnreadableRecord(because((messages) => messages.noStart));
  const [end] = readTimes(event, 'dtend', clocks);
  const span = end ? until(start, end) : lasting(start, durationOf(event));
  if (span.length < 0) throw new UnreadableRecord(because((messages) => messages.endBeforeStart));
  if (isAllDay(event, span)) return { start: { ...start, isDate: true }, length: span.length - DAY };
  // The end of whole days is the day after them, but some write the last day.
  return start.isDate ? { start, length: Math.max(0, span.length - DAY) } : span;
}

/** Whole days as older versions of Exchange and Outlook tell them: from midnight to midnight, with a word beside. */
function isAllDay(event: ICAL.Component, { start, length }: Span): boolean {
  const said = event.getFirstPropertyValue('x-microsoft-cdo-alldayevent');
  if (start.isDate || String(said).toUpperCase() !== 'TRUE') return false;
  // The dates of a series are told by their times.
  const isSingle = !['rrule', 'rdate', 'recurrence-id'].some((name) => event.hasProperty(name));
  return isSingle && start.wall.endsWith('00:00:00') && length > 0 && length % DAY === 0;
}

function until(start: IcalTime, end: IcalTime): Span {
  const length = asIfUtc(wallOn(start.clock, end)) - asIfUtc(start.wall);
  const endsAt = end.clock.instantOf(end.wall);
  if (start.isDate || end.isDate || isTold(start, length, endsAt)) return { start, length };
  return { start, length: endsAt.getTime() - start.clock.instantOf(start.wall).getTime(), endsAt };
}

/** Days are those of the clock, shorter times are exact (RFC 5545, 3.3.6). */
function lasting(start: IcalTime, duration: ICAL.Duration | undefined): Span {
  if (!duration) return { start, length: start.isDate ? DAY : 0 };
  const length = duration.toSeconds() * 1000;
  const days = DAY * (7 * duration.weeks + duration.days);
  if (start.isDate || length < days) return { start, length };
  const endsAt = new Date(start.clock.instantOf(later(start.wall, days)).getTime() + length - days);
  return isTold(start, length, endsAt) ? { start, length } : { start, length, endsAt };
}

/** Whether the clock of the start, read so much later, tells a moment. */
function isTold(start: IcalTime, length: number, moment: Date): boolean {
  return start.clock.instantOf(later(start.wall, length)).getTime() === moment.getTime();
}

/** The periods that properties of a name list, by a clock. */
export function readPeriods(event: ICAL.Component, name: string, clock: Clock, clocks: Clocks): Span[] {
  return event.getAllProperties(name).flatMap((property) => {
    const [, , type, ...values] = property.toJSON() as [string, object, string, ...[string, string][]];
    if (type !== 'period') return [];
    return values.map(([from, to]) => {
      const read = (time: string) => readTime(time, tzidOf(property), clocks);
      const start = { wall: wallOn(clock, read(from)), isDate: false, clock };
      const span = to.startsWith('P') ? lasting(start, ICAL.Duration.fromString(to)) : until(start, read(to));
      if (span.length < 0) throw new UnreadableRecord(because((messages) => messages.endBeforeStart));
      return span;
    });
  });
}

/** The times that properties of a name list; of periods, their starts. */
export function readTimes(event: ICAL.Component, name: string, clocks: Clocks): IcalTime[] {
  return event.getAllProperties(name).flatMap((property) => {
    const [, , , ...values] = property.toJSON() as [string, object, string, ...unknown[]];
    return values.map((value) => readTime(value, tzidOf(property), clocks));
  });
}

function tzidOf(property: ICAL.Property): string | undefined {
  const tzid: unknown = property.getFirstParameter('tzid');
  return typeof tzid === 'string' ? tzid : undefined;
}

/** @param value as the parser gives it, before it makes 2 March of 30 February: `2025-05-17T17:30:00Z` */
function readTime(value: unknown, tzid: string | undefined, clocks: Clocks): IcalTime {
  const text = String(Array.isArray(value) ? value[0] : value);
  // A day where a time should stand is read by the parser as `2025-05-17T::`.
  const [, day = '', time = '00:00:00', utc] = /^(\d{4}-\d\d-\d\d)(?:T(?:(\d\d:\d\d:\d\d)(Z)?|::))?$/.exec(text) ?? [];
  const wall = `${day} ${time}`;
  const date = new Date(`${day}T${time}Z`);
  if (Number.isNaN(date.getTime()) || utcText(date) !== wall) {
    throw new UnreadableRecord(because((messages) => messages.badDate(text.replace(/[-T:]+$/, ''))));
  }
  return { wall, isDate: !/\d:/.test(text), clock: clocks.of(tzid, utc !== undefined) };
}

/** The reading of a time on another clock. */
export function wallOn(clock: Clock, time: IcalTime): string {
  return time.isDate || time.clock === clock ? time.wall : clock.wallAt(time.clock.instantOf(time.wall));
}

export function later(wall: string, milliseconds: number): string {
  return utcText(new Date(asIfUtc(wall) + milliseconds));
}

function durationOf(event: ICAL.Component): ICAL.Duration | undefined {
  const property = event.getFirstProperty('duration');
  if (!property) return undefined;
  try {
    return property.getFirstValue() as ICAL.Duration;
  } catch {
    const [, , , text] = property.toJSON() as [string, object, string, string];
    throw new UnreadableRecord(because((messages) => messages.badDate(text)));
  }
}

function asIfUtc(wall: string): number {
  return Date.parse(`${wall.replace(' ', 'T')}Z`);
}
