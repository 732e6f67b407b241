import { offsetText, zoneOffset } from './zone.js';

/** A point in time in whole seconds: the local time of a zone, and UTC. */
export interface Moment {
  /** `YYYY-MM-DD HH:MM:SS` in the zone. */
  readonly local: string;
  readonly utc: Date;
}

/** A moment with the local time as it was given. */
export interface NamedMoment extends Moment {
  /** The given local time. It differs from `wall` if it is skipped when the clocks change. */
  readonly named: string;
}

/** The zero-padded parts of a local time, as in `start_date_details`. */
export interface DateParts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minutes: string;
  seconds: string;
}

/**
 * Databases store the years 1000 to 9999. The range is one day shorter at both ends, so that it holds in every zone.
 */
export const FIRST_WALL = '1000-01-02 00:00:00';
export const LAST_LOCAL_TIME = '9999-12-30 23:59:59';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/**
 * The moment of a local time (`YYYY-MM-DD HH:MM:SS`, a day that exists). A time that is skipped when the clocks change
 * moves forward by the gap (02:30 becomes 03:30); of a time that occurs twice, the first is taken (RFC 5545, 3.3.5;
 * `compatible` in Temporal).
 */
export function momentOf(local: string, zone: string): Moment {
  return momentAt(new Date(instantOf(local, zone)), zone);
}

/** The moment of a given local time: see `momentOf`. */
export function namedByLocalTime(local: string, zone: string): NamedMoment {
  return { ...momentOf(local, zone), named: local };
}

/** The moment of an instant, given as the local time of a zone. */
export function namedByInstant(utc: Date, zone: string): NamedMoment {
  const moment = momentAt(utc, zone);
  return { ...moment, named: moment.local };
}

/** Whether a local time and a UTC time are this moment. */
export function isMomentOf(local: string, zone: string, utc: string): boolean {
  return Math.floor(instantOf(local, zone) / 1000) * 1000 === instantInUtc(utc);
}

/** Whether a local time occurs exactly once in a zone, so that it is not skipped or repeated when the clocks change. */
export function isShownOnce(local: string, zone: string): boolean {
  const { before, after, isReal } = candidates(local, zone);
  return before === after || isReal(before) !== isReal(after);
}

function instantOf(local: string, zone: string): number {
  const { before, after, isReal } = candidates(local, zone);
  return before === after || isReal(before) || !isReal(after) ? before : after;
}

/**
 * The possible instants of a local time, by the offsets of the day before and the day after, and whether they are
 * valid.
 */
function candidates(local: string, zone: string) {
  const asIfUtc = instantInUtc(local);
  return { before: near(-DAY), after: near(DAY), isReal };

  function near(distance: number): number {
    return asIfUtc - zoneOffset(zone, asIfUtc + distance) * MINUTE;
  }

  function isReal(instant: number): boolean {
    return instant + zoneOffset(zone, instant) * MINUTE === asIfUtc;
  }
}

/** A local time that is some milliseconds later, without changes of the clocks. */
export function movedBy(local: string, milliseconds: number): string {
  return utcText(new Date(instantInUtc(local) + milliseconds));
}

/** Milliseconds from one local time to another, without changes of the clocks. */
export function difference(from: string, to: string): number {
  return instantInUtc(to) - instantInUtc(from);
}

/**
 * A time in UTC, or a local time as if it were one, in milliseconds since 1970: several times faster than `Date.parse`.
 * @param local also a day alone, or without seconds
 */
export function instantInUtc(local: string): number {
  const [century, ofCentury] = [digits(local, 0), digits(local, 2)];
  // `Date` treats years outside 100 to 9999 differently.
  if (century === 0 || local.length !== LENGTH)
    return Date.parse(local.length === 10 ? local : `${local.replace(' ', 'T')}Z`);
  const [month, day, hour, minute, second] = [
    digits(local, 5),
    digits(local, 8),
    digits(local, 11),
    digits(local, 14),
    digits(local, 17),
  ];
  return Date.UTC(century * 100 + ofCentury, month - 1, day, hour, minute, second);
}

/** The number of two digits at an index. */
function digits(text: string, place: number): number {
  return (text.charCodeAt(place) - ZERO) * 10 + text.charCodeAt(place + 1) - ZERO;
}

const ZERO = '0'.charCodeAt(0);
const LENGTH = 'YYYY-MM-DD HH:MM:SS'.length;

/** The local time of a zone at an instant, without fractions of a second. */
export function momentAt(utc: Date, zone: string): Moment {
  const instant = Math.floor(utc.getTime() / 1000) * 1000;
  const ahead = zoneOffset(zone, instant) * MINUTE;
  return { local: utcText(new Date(instant + ahead)), utc: new Date(instant) };
}

/** Columns hold whole seconds. */
export function seconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function utcText(date: Date): string {
  const year = date.getUTCFullYear();
  // Written with a sign and six digits.
  if (!(year >= 0 && year <= 9999))
    return date
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, '');
  const day = `${two(Math.floor(year / 100))}${two(year % 100)}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

/** `YYYY-MM-DDTHH:MM:SSZ`. */
export function isoUtc(date: Date): string {
  return `${utcText(date).replace(' ', 'T')}Z`;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

function two(number: number): string {
  return TWO_DIGITS[number]!;
}

export function dateParts(local: string): DateParts {
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
  return local.replace(' ', 'T') + offsetText((instantInUtc(local) - utc.getTime()) / MINUTE);
}

/** The first second of a day in a zone, which is later than 00:00:00 if midnight is skipped. */
export function startOfDay(local: string, zone: string): Moment {
  return momentOf(`${local.slice(0, 10)} 00:00:00`, zone);
}

/** The last second of a day in a zone; the later one if 23:59:59 occurs twice. */
export function endOfDay(local: string, zone: string): Moment {
  const midday = Date.parse(`${local.slice(0, 10)}T12:00:00Z`);
  const nextDay = startOfDay(utcText(new Date(midday + DAY)), zone);
  return momentAt(new Date(nextDay.utc.getTime() - 1000), zone);
}

/** The end of the current day in a zone, in milliseconds since 1970. */
export function midnightAfter(now: Date, zone: string): number {
  return endOfDay(momentAt(now, zone).local, zone).utc.getTime() + 1000;
}
