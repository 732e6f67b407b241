import { DAY, MINUTE } from './durations.js';
import { offsetText, zoneOffset } from './zone.js';

/** A point in time in whole seconds: the local time of a zone, and UTC. */
export interface Moment {
  /** `YYYY-MM-DD HH:MM:SS` in the zone. */
  readonly local: string;
  readonly utc: Date;
}

/** A moment together with the local time that the caller wrote. */
export interface GivenMoment extends Moment {
  /** The given local time. It differs from `local` if the clocks skip it. */
  readonly named: string;
}

/**
 * Databases store the years 1000 to 9999. The range is one day shorter at both ends, so that it holds in every zone.
 */
export const FIRST_LOCAL_TIME = '1000-01-02 00:00:00';
export const LAST_LOCAL_TIME = '9999-12-30 23:59:59';

/**
 * The moment of a local time (`YYYY-MM-DD HH:MM:SS`, a day that exists). A time that is skipped when the clocks change
 * moves forward by the gap (02:30 becomes 03:30); of a time that occurs twice, the first is taken (RFC 5545, 3.3.5;
 * `compatible` in Temporal).
 */
export function momentFromLocal(local: string, zone: string): Moment {
  return momentFromInstant(new Date(toInstant(local, zone)), zone);
}

export function givenAsLocalTime(local: string, zone: string): GivenMoment {
  return { ...momentFromLocal(local, zone), named: local };
}

/** The moment of an instant, given as the local time of a zone. */
export function givenAsInstant(utc: Date, zone: string): GivenMoment {
  const moment = momentFromInstant(utc, zone);
  return { ...moment, named: moment.local };
}

/** Whether a local time of a zone and a time in UTC, `YYYY-MM-DD HH:MM:SS`, are the same moment. */
export function isSameMoment(local: string, zone: string, utc: string): boolean {
  return Math.floor(toInstant(local, zone) / 1000) * 1000 === parseAsUtc(utc);
}

/** Whether a local time occurs exactly once in a zone, so that it is not skipped or repeated when the clocks change. */
export function isUnambiguous(local: string, zone: string): boolean {
  const { before, after, isReal } = candidates(local, zone);
  return before === after || isReal(before) !== isReal(after);
}

function toInstant(local: string, zone: string): number {
  const { before, after, isReal } = candidates(local, zone);
  return before === after || isReal(before) || !isReal(after) ? before : after;
}

/** The possible instants of a local time, by the offsets of the day before and after, and whether they are valid. */
function candidates(local: string, zone: string) {
  const asIfUtc = parseAsUtc(local);
  const [before, after] = [-DAY, DAY].map((distance) => asIfUtc - zoneOffset(zone, asIfUtc + distance) * MINUTE);
  const isReal = (instant: number) => instant + zoneOffset(zone, instant) * MINUTE === asIfUtc;
  return { before: before!, after: after!, isReal };
}

/** Adds milliseconds to a local time as if every day had 24 hours. */
export function addMilliseconds(local: string, milliseconds: number): string {
  return utcText(new Date(parseAsUtc(local) + milliseconds));
}

/** Milliseconds from one local time to another as if every day had 24 hours. */
export function millisecondsBetween(from: string, to: string): number {
  return parseAsUtc(to) - parseAsUtc(from);
}

/** Parses a local time, also a day alone, as if it were in UTC, to milliseconds since 1970. */
export function parseAsUtc(local: string): number {
  return Date.parse(local.length === 10 ? local : `${local.replace(' ', 'T')}Z`);
}

/** The local time of a zone at an instant, without fractions of a second. */
export function momentFromInstant(utc: Date, zone: string): Moment {
  const instant = Math.floor(utc.getTime() / 1000) * 1000;
  const ahead = zoneOffset(zone, instant) * MINUTE;
  return { local: utcText(new Date(instant + ahead)), utc: new Date(instant) };
}

/** Cuts off milliseconds, since date columns store whole seconds. */
export function truncateToSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

/** `YYYY-MM-DD HH:MM:SS` in UTC; years outside 0 to 9999 have a sign and six digits. */
export function utcText(date: Date): string {
  return date.toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
}

/** `YYYY-MM-DDTHH:MM:SSZ`. */
export function isoUtc(date: Date): string {
  return `${utcText(date).replace(' ', 'T')}Z`;
}

/** The zero-padded parts of a local time, as in `start_date_details`. */
export function dateParts(local: string) {
  return {
    year: local.slice(0, 4),
    month: local.slice(5, 7),
    day: local.slice(8, 10),
    hour: local.slice(11, 13),
    minutes: local.slice(14, 16),
    seconds: local.slice(17, 19),
  };
}

/** ISO 8601 with the offset between the two: `2027-05-31T18:30:00-04:00`. */
export function isoWithOffset(local: string, utc: Date): string {
  return local.replace(' ', 'T') + offsetText((parseAsUtc(local) - utc.getTime()) / MINUTE);
}

/** The first second of a day in a zone, which is later than 00:00:00 if midnight is skipped. */
export function startOfDay(local: string, zone: string): Moment {
  return momentFromLocal(`${local.slice(0, 10)} 00:00:00`, zone);
}

/** The last second of a day in a zone; the later one if 23:59:59 occurs twice. */
export function endOfDay(local: string, zone: string): Moment {
  const midday = Date.parse(`${local.slice(0, 10)}T12:00:00Z`);
  const nextDay = startOfDay(utcText(new Date(midday + DAY)), zone);
  return momentFromInstant(new Date(nextDay.utc.getTime() - 1000), zone);
}

/** The end of the current day in a zone, in milliseconds since 1970. */
export function midnightAfter(now: Date, zone: string): number {
  return endOfDay(momentFromInstant(now, zone).local, zone).utc.getTime() + 1000;
}
