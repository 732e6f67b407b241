import { DateTime } from 'luxon';
import { FieldError, single } from '../errors/field-error.js';
import { DAY } from './durations.js';
import { type DateTimeInput, parseWords } from './date-time-words.js';
import { isDay, dayNumber, dayText } from './days.js';
import {
  addMilliseconds,
  FIRST_LOCAL_TIME,
  LAST_LOCAL_TIME,
  midnightAfter,
  momentFromInstant,
  momentFromLocal,
  parseAsUtc,
  givenAsInstant,
  givenAsLocalTime,
  utcText,
} from './moment.js';
import { parseTimeZone } from './zone.js';

export type { DateTimeInput };

/** A day that is some days or months after today. */
export function fromToday(distance: { readonly days: number } | { readonly months: number }): DateTimeInput {
  const resolve: DateTimeInput['resolve'] = (zone, now) => {
    const today = DateTime.fromSQL(momentFromInstant(now, zone).local, { zone: 'utc' }).startOf('day');
    return givenAsLocalTime(utcText(today.plus(distance).toJSDate()), zone);
  };
  return { hasTime: false, isInstant: false, isRelative: true, resolve };
}

/** Responses that depend on a relative time (“in 3 hours”) may be cached for this number of milliseconds. */
const RELATIVE_TIME_TTL = 900;

/** The time until which an input resolves to the same moment, in milliseconds since 1970. Days change at midnight. */
export function validUntil({ isRelative, hasTime }: DateTimeInput, zone: string, now: Date): number {
  if (!isRelative) return Infinity;
  return hasTime ? now.getTime() + RELATIVE_TIME_TTL : midnightAfter(now, zone);
}

/** Maximum length of a date, which bounds the time of parsing words. */
const MAX_LENGTH = 64;

/**
 * A date and time as `YYYY-MM-DD`, `YYYY-MM-DD HH:MM[:SS]`, ISO 8601 (also its basic form; fractions of a second are
 * cut off), Unix seconds, or English or French words. Eight digits are YYYYMMDD; 24:00 is the beginning of the next
 * day. Numeric dates with the year last (`31/05/2027`) are accepted if only one reading is possible; times after
 * numeric dates also as `9:00`, `7pm`, `19h30`.
 */
export const parseDateTime = single((value) => parse(value, rejectOutOfRange));

/** A date and time of a filter. Dates outside the supported range mean the first or last supported day. */
export const parseMomentBound = single((value) => parse(value, clampToRange));

/** A date and time of a filter, or a span of days such as `this weekend`. */
export const parseDateBound = single((value) => parse(value, clampToRange, true));

function parse(value: unknown, bounds: Bounds, allowsSpans = false): DateTimeInput | FieldError {
  const isRead = typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_LENGTH);
  if (!isRead) return new FieldError((messages) => messages.dateTime);
  const text = typeof value === 'number' ? String(Math.floor(value)) : value.replace(/\s+/g, ' ').trim();
  const span = spanOf(text);
  if (span && !allowsSpans) return new FieldError((messages) => messages.dateSpan(String(value)));
  const isUnixTime = (typeof value === 'number' || /^\d+$/.test(text)) && !/^\d{8}$/.test(text);
  // Out-of-range numbers are always refused, never clamped: they are probably in milliseconds.
  const moment = isUnixTime ? instant(new Date(Number(text) * 1000), rejectOutOfRange) : parseText(text, bounds);
  return span ?? moment ?? ambiguityError(text) ?? new FieldError((messages) => messages.dateTime);
}

function spanOf(text: string): DateTimeInput | undefined {
  const span = parseSpan(text);
  if (!span) return undefined;
  const resolve: DateTimeInput['resolve'] = (zone, now, edge = 'first') => {
    const { first, last } = span(momentFromInstant(now, zone).local.slice(0, 10));
    return givenAsLocalTime(edge === 'first' ? `${first} 00:00:00` : `${last} 23:59:59`, zone);
  };
  return { hasTime: false, isInstant: false, isRelative: true, resolve };
}

/** Checks a local time or instant against the supported range: returns it, the nearest supported one, or an error. */
type Bounds = (text: string) => string | FieldError;

const rejectOutOfRange: Bounds = (text) => {
  const isWithin = /^\d{4}-/.test(text) && text >= FIRST_LOCAL_TIME && text <= LAST_LOCAL_TIME;
  return isWithin
    ? text
    : new FieldError((messages) => messages.dateBeyond(FIRST_LOCAL_TIME.slice(0, 10), LAST_LOCAL_TIME.slice(0, 10)));
};

const clampToRange: Bounds = (text) => {
  if (!(rejectOutOfRange(text) instanceof FieldError)) return text;
  // A year of five digits is written with a sign: +010000.
  return text.startsWith('+') || text > LAST_LOCAL_TIME ? LAST_LOCAL_TIME : FIRST_LOCAL_TIME;
};

/** The error of dates such as `03/04/2027`, which may be in March or in April. */
function ambiguityError(text: string): FieldError | undefined {
  const [, a = '', b = '', year = ''] = /^(0?[1-9]|1[0-2])[-/.](0?[1-9]|1[0-2])[-/.](\d{4})(?!\d)/.exec(text) ?? [];
  if (year === '' || Number(a) === Number(b)) return undefined;
  const day = (month: string, dayOfMonth: string) => `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return new FieldError((messages) => messages.ambiguousDate(day(a, b), day(b, a)));
}

function parseText(text: string, bounds: Bounds): DateTimeInput | FieldError | undefined {
  const iso = (ISO.exec(text) ?? ISO.exec(normalizeTime(moveYearFirst(restorePlus(text)))))?.groups;
  if (iso) return parseIso(iso, bounds);
  // The remaining numeric dates are ambiguous or do not exist, and chrono would guess.
  return /\d\s?\/\s?\d|\d[-.]\d+[-.]\d|^-\d+$/.test(text) ? undefined : parseWords(text);
}

/** Groups of the extended form, or of the basic form: either all separators are present or none. */
const ISO =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)(?:[T ](?<hour>\d\d)(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,]\d+)?)?(?: ?(?<offset>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/i;

function parseIso(iso: Record<string, string | undefined>, bounds: Bounds): DateTimeInput | FieldError | undefined {
  const { year, month, day, hour = '00', minute = '00', second = '00', offset } = iso;
  const existing = existingLocalTime(`${year}-${month}-${day}`, `${hour}:${minute}:${second}`);
  if (existing === undefined) return undefined;
  if (offset !== undefined) {
    const zone = parseTimeZone(offset);
    return zone instanceof FieldError ? undefined : instant(momentFromLocal(existing, zone).utc, bounds);
  }
  const local = bounds(existing);
  if (local instanceof FieldError) return local;
  return {
    hasTime: iso.hour !== undefined,
    isInstant: false,
    isRelative: false,
    resolve: (zone) => givenAsLocalTime(local, zone),
  };
}

/** The local time, or undefined if the day or time does not exist. */
function existingLocalTime(day: string, time: string): string | undefined {
  if (!isDay(day)) return undefined;
  if (time === '24:00:00') return addMilliseconds(`${day} 00:00:00`, DAY);
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) ? `${day} ${time}` : undefined;
}

function instant(given: Date, bounds: Bounds): DateTimeInput | FieldError | undefined {
  if (Number.isNaN(given.getTime())) return undefined;
  const text = bounds(utcText(given));
  if (text instanceof FieldError) return text;
  const utc = new Date(parseAsUtc(text));
  return { hasTime: true, isInstant: true, isRelative: false, resolve: (zone) => givenAsInstant(utc, zone) };
}

/** `2027-05-31T18:30:00 02:00`: the `+` of the offset became a blank when a form or query was decoded. */
function restorePlus(text: string): string {
  return text.replace(/^([^\sT]+T\S+) (\d\d:\d\d)$/i, '$1+$2');
}

/** Rewrites `le 31/05/2027`, `5-31-2027`, `2027/5/31` as `2027-05-31`, unless day and month could be exchanged. */
function moveYearFirst(text: string): string {
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
function normalizeTime(text: string): string {
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
      meridiem?: string,
      offset = '',
    ) => {
      const isTwelveHours = meridiem !== undefined;
      if (isTwelveHours && (Number(hour) < 1 || Number(hour) > 12)) return all;
      const hours = isTwelveHours ? (Number(hour) % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0) : hour;
      return `${day} ${String(hours).padStart(2, '0')}:${minutes ?? minutesOfHour ?? '00'}${seconds}${offset}`;
    },
  );
}

/** The first and the last day of a span, `YYYY-MM-DD`. */
export interface DateSpan {
  readonly first: string;
  readonly last: string;
}

type Unit = 'week' | 'weekend' | 'month' | 'year';

const ENGLISH = /^(this|next) (week|week-?end|month|year)$/;

/** French puts “next” before or after the noun: `la semaine prochaine`, `le prochain week-end`. */
const FRENCH =
  /^(?:(ce|cette|cet|l[ea]|l') ?)?(prochaine? )?(fin de semaine|semaine|week-?end|mois|année|an)(-ci| prochaine?)?$/;

const FRENCH_UNITS: Readonly<Record<string, Unit>> = {
  semaine: 'week',
  'fin de semaine': 'weekend',
  weekend: 'weekend',
  mois: 'month',
  année: 'year',
  an: 'year',
};

const MONDAY = 1;
const SATURDAY = 6;

/**
 * Parses words for a span: this or next week, weekend, month or year, in English or French. Weeks begin on Monday; the
 * weekend is Saturday and Sunday, and on these days “this weekend” is the current one.
 * @returns a function of the current day, `YYYY-MM-DD`; undefined for other texts
 */
export function parseSpan(text: string): ((today: string) => DateSpan) | undefined {
  const words = text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'");
  const named = inEnglish(words) ?? inFrench(words);
  return named && ((today) => daysOf(named.unit, named.isNext ? 1 : 0, today));
}

function inEnglish(words: string): { unit: Unit; isNext: boolean } | undefined {
  const [, which, unit] = ENGLISH.exec(words) ?? [];
  return unit === undefined ? undefined : { unit: unit.replace('-', '') as Unit, isNext: which === 'next' };
}

function inFrench(words: string): { unit: Unit; isNext: boolean } | undefined {
  const [, article, before, unit, after] = FRENCH.exec(words) ?? [];
  if (unit === undefined) return undefined;
  const isNext = before !== undefined || after?.startsWith(' prochain') === true;
  const isThis = article === 'ce' || article === 'cet' || article === 'cette';
  return isNext === isThis ? undefined : { unit: FRENCH_UNITS[unit.replace('-', '')]!, isNext };
}

function daysOf(unit: Unit, ahead: number, today: string): DateSpan {
  const [year, month] = today.split('-').map(Number) as [number, number];
  if (unit === 'year') return { first: `${year + ahead}-01-01`, last: `${year + ahead}-12-31` };
  if (unit === 'month') return { first: dayOf(year, month + ahead, 1), last: dayOf(year, month + ahead + 1, 0) };
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  const monday = dayNumber(today) - weekday + MONDAY + 7 * ahead;
  return { first: dayText(unit === 'week' ? monday : monday + SATURDAY - MONDAY), last: dayText(monday + 6) };
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
