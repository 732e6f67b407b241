import { DateTime } from 'luxon';
import { FieldError, single } from '../errors/field-error.js';
import { readWords, type Understood } from './date-time-words.js';
import { parseSpan } from './spans.js';
import {
  FIRST_WALL,
  LAST_LOCAL_TIME,
  midnightAfter,
  momentAt,
  namedByInstant,
  namedByLocalTime,
  utcText,
} from './moment.js';

/** A date, with or without a time, as a caller wrote it. */
export interface DateTimeInput extends Understood {
  /** Key for caches. */
  readonly text: string;
}

/** A day that is some days or months after today. */
export function fromToday(distance: { readonly days: number } | { readonly months: number }): DateTimeInput {
  const resolve: DateTimeInput['resolve'] = (zone, now) => {
    const today = DateTime.fromSQL(momentAt(now, zone).local, { zone: 'utc' }).startOf('day');
    return namedByLocalTime(utcText(today.plus(distance).toJSDate()), zone);
  };
  return { text: JSON.stringify(distance), hasTime: false, isInstant: false, isRelative: true, resolve };
}

/** Milliseconds for which relative times (“in 3 hours”) count as unchanged. */
const A_MOMENT = 900;

/**
 * The time at which the meaning of an input in `zone` changes, in milliseconds since 1970: relative days change at
 * midnight.
 */
export function meansUntil({ isRelative, hasTime }: DateTimeInput, zone: string, now: Date): number {
  if (!isRelative) return Infinity;
  return hasTime ? now.getTime() + A_MOMENT : midnightAfter(now, zone);
}

/** Maximum length of a date, which bounds the time of parsing words. */
const MAX_LENGTH = 64;

/**
 * A date and time as `YYYY-MM-DD`, `YYYY-MM-DD HH:MM[:SS]`, ISO 8601 (also its basic form; fractions of a second are
 * cut off), Unix seconds, or English or French words. Eight digits are YYYYMMDD; 24:00 is the beginning of the next
 * day. Numeric dates with the year last (`31/05/2027`) are accepted if only one reading is possible; times after
 * numeric dates also as `9:00`, `7pm`, `19h30`.
 */
export const parseDateTime = single((value) => spanError(value) ?? parsed(value, refused));

/** A date and time of a filter. Dates outside the supported range mean the first or last supported day. */
export const parseMomentBound = single((value) => spanError(value) ?? parsed(value, clamped));

/** A date and time of a filter, or a span of days such as `this weekend`. */
export const parseDateBound = single((value) => spanOf(value) ?? parsed(value, clamped));

function spanError(value: unknown): FieldError | undefined {
  return spanOf(value) && new FieldError((messages) => messages.dateSpan(value as string));
}

function spanOf(value: unknown): DateTimeInput | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const span = parseSpan(value.replace(/\s+/g, ' ').trim());
  if (!span) return undefined;
  const resolve: DateTimeInput['resolve'] = (zone, now, edge = 'first') => {
    const { first, last } = span(momentAt(now, zone).local.slice(0, 10));
    return namedByLocalTime(edge === 'first' ? `${first} 00:00:00` : `${last} 23:59:59`, zone);
  };
  return { text: value, hasTime: false, isInstant: false, isRelative: true, resolve };
}

function parsed(value: unknown, bounds: Bounds): DateTimeInput | FieldError {
  const understood = read(value, bounds);
  if (understood instanceof FieldError) return understood;
  if (understood) return { ...understood, text: String(value) };
  return ambiguity(value) ?? new FieldError((messages) => messages.dateTime);
}

/** A parsed text: a local time or an instant. */
type Bounds = (text: string) => string | FieldError;

const refused: Bounds = (text) => {
  const isWithin = /^\d{4}-/.test(text) && text >= FIRST_WALL && text <= LAST_LOCAL_TIME;
  return isWithin
    ? text
    : new FieldError((messages) => messages.dateBeyond(FIRST_WALL.slice(0, 10), LAST_LOCAL_TIME.slice(0, 10)));
};

const clamped: Bounds = (text) => {
  if (!(refused(text) instanceof FieldError)) return text;
  // A year of five digits is written with a sign: +010000.
  return text.startsWith('+') || text > LAST_LOCAL_TIME ? LAST_LOCAL_TIME : FIRST_WALL;
};

/** `03/04/2027` has two readings. */
function ambiguity(value: unknown): FieldError | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const [, a = '', b = '', year = ''] = /^\s*(0?[1-9]|1[0-2])[-/.](0?[1-9]|1[0-2])[-/.](\d{4})(?!\d)/.exec(value) ?? [];
  if (year === '' || Number(a) === Number(b)) return undefined;
  const day = (month: string, of: string) => `${year}-${month.padStart(2, '0')}-${of.padStart(2, '0')}`;
  return new FieldError((messages) => messages.ambiguousDate(day(a, b), day(b, a)));
}

function read(value: unknown, bounds: Bounds): Understood | FieldError | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return readDigits(String(Math.floor(value)), bounds);
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const text = value.replace(/\s+/g, ' ').trim();
  return /^\d+$/.test(text) ? readDigits(text, bounds) : readText(text, bounds);
}

function readDigits(digits: string, bounds: Bounds): Understood | FieldError | undefined {
  // A larger number is probably in milliseconds.
  return /^\d{8}$/.test(digits) ? readText(digits, bounds) : ofInstant(Number(digits) * 1000, refused);
}

function readText(text: string, bounds: Bounds): Understood | FieldError | undefined {
  const iso = ISO.exec(withIsoTime(yearFirst(plusRestored(text))))?.groups;
  if (iso) return readIso(iso, bounds);
  // Other numeric dates do not exist or are ambiguous; the library would guess.
  return /\d\s?\/\s?\d|\d[-.]\d+[-.]\d|^-\d+$/.test(text) ? undefined : readWords(text);
}

/** Groups of the extended form, or of the basic form: either all separators are present or none. */
const ISO =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)(?:[T ](?<hour>\d\d)(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,]\d+)?)?(?: ?(?<offset>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/i;

function readIso(iso: Record<string, string | undefined>, bounds: Bounds): Understood | FieldError | undefined {
  const { year, month, day, hour = '00', minute = '00', second = '00', offset } = iso;
  const real = realWall(`${year}-${month}-${day}`, `${hour}:${minute}:${second}`);
  if (real === undefined) return undefined;
  if (offset !== undefined) return ofOffset(real, offset, bounds);
  const local = bounds(real);
  if (local instanceof FieldError) return local;
  return {
    hasTime: iso.hour !== undefined,
    isInstant: false,
    isRelative: false,
    resolve: (zone) => namedByLocalTime(local, zone),
  };
}

/** The local time, or undefined if the day or time does not exist. */
function realWall(day: string, time: string): string | undefined {
  const midnight = new Date(`${day}T00:00:00Z`);
  // V8 accepts February 30 and takes it for a day in March.
  if (Number.isNaN(midnight.getTime()) || !utcText(midnight).startsWith(day)) return undefined;
  if (time === '24:00:00') return utcText(new Date(midnight.getTime() + 24 * 60 * 60_000));
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) ? `${day} ${time}` : undefined;
}

function ofOffset(local: string, offset: string, bounds: Bounds): Understood | FieldError | undefined {
  const [, direction, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const ahead = Number(hours) * 60 + Number(minutes);
  if (ahead > 14 * 60 || Number(minutes) > 59) return undefined;
  return ofInstant(Date.parse(`${local.replace(' ', 'T')}Z`) - (direction === '-' ? -ahead : ahead) * 60_000, bounds);
}

/** `instant` in milliseconds since 1970. */
function ofInstant(instant: number, bounds: Bounds): Understood | FieldError | undefined {
  const asked = new Date(instant);
  if (Number.isNaN(asked.getTime())) return undefined;
  const text = bounds(utcText(asked));
  if (text instanceof FieldError) return text;
  const utc = new Date(`${text.replace(' ', 'T')}Z`);
  return { hasTime: true, isInstant: true, isRelative: false, resolve: (zone) => namedByInstant(utc, zone) };
}

/** `2027-05-31T18:30:00 02:00`: the `+` of the offset became a blank when a form or query was decoded. */
function plusRestored(text: string): string {
  return text.replace(/^([^\sT]+T\S+) (\d\d:\d\d)$/i, '$1+$2');
}

/**
 * Rewrites `31/05/2027`, `le 31/05/2027`, `5-31-2027`, `2027/5/31` as `2027-05-31`, unless day and month could be
 * exchanged.
 */
function yearFirst(text: string): string {
  return text
    .replace(/^(?:le|on) (?=\d{1,2}[-/.]\d)/i, '')
    .replace(/^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/, (all, a: string, _separator, b: string, year: string) => {
      if (a !== b && Number(a) <= 12 && Number(b) <= 12) return all;
      return Number(a) > 12 ? `${year}-${b}-${a}` : `${year}-${a}-${b}`;
    })
    .replace(
      /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/,
      (_all, year: string, _separator, month: string, day: string) =>
        `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    );
}

/** A time as people write it after an ISO date: `9:00`, `7pm`, `10:00 PM`, `19h30`, `à 20 h`. */
const TYPED_TIME =
  /^(\d{4}-\d\d-\d\d),?[T ](?:at |à )?(\d{1,2})(?::(\d\d)(:\d\d)?| ?h(?: ?(\d\d))?|(?= ?[ap]))(?: ?([ap])\.?m\.?)?( ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?$/i;

/** `2027-05-31 à midi`. */
const NAMED_TIME = /^(\d{4}-\d\d-\d\d),? (?:at |à )?(?:(noon|midi)|midnight|minuit)$/i;

/** Turns `2027-05-31, 7:30 pm` into `2027-05-31 19:30`; other text is returned unchanged. */
function withIsoTime(text: string): string {
  const named = NAMED_TIME.exec(text);
  if (named) return `${named[1]} ${named[2] === undefined ? '00:00' : '12:00'}`;
  return text.replace(
    TYPED_TIME,
    (
      all,
      day: string,
      hour: string,
      minutes?: string,
      seconds = '',
      minutesOfHour?: string,
      half?: string,
      offset = '',
    ) => {
      const isTwelveHours = half !== undefined;
      if (isTwelveHours && (Number(hour) < 1 || Number(hour) > 12)) return all;
      const hours = isTwelveHours ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
      return `${day} ${String(hours).padStart(2, '0')}:${minutes ?? minutesOfHour ?? '00'}${seconds}${offset}`;
    },
  );
}
