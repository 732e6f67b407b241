import { Fault } from '../errors/fault.js';
import { single } from '../values/parser.js';
import { readWords } from './date-time-words.js';
import { midnightAfter, type Moment, momentAt, momentOf, utcText } from './moment.js';

/** A date, with or without a time, as a caller wrote it. Which moment that is depends on the zone, for relative words also on now. */
export interface DateTimeInput {
  /** False for a bare day; it then resolves to the day's beginning. */
  readonly hasTime: boolean;
  /** Whether it names one moment wherever it is read: with an offset, in Unix seconds, “in 3 hours”. */
  readonly isInstant: boolean;
  /** Whether it means another moment at another time: words such as “today”. */
  readonly isRelative: boolean;
  /** The moment for readers in `zone` (a name that parseTimeZone gave). */
  resolve(zone: string, now: Date): Moment;
}

/** Milliseconds for which words that name a time (“in 3 hours”) are taken to mean the same; less than a second. */
const A_MOMENT = 900;

/** Until when an input means the same moment for readers in `zone`, in milliseconds since 1970: day words until midnight. */
export function meansUntil({ isRelative, hasTime }: DateTimeInput, zone: string, now: Date): number {
  if (!isRelative) return Infinity;
  return hasTime ? now.getTime() + A_MOMENT : midnightAfter(now, zone);
}

/** Longer than any date people type; keeps the search for words in it short. */
const MAX_LENGTH = 100;

/**
 * A date and time as `YYYY-MM-DD`, `YYYY-MM-DD HH:MM[:SS]`, ISO 8601 (also its basic form; parts of a second are cut off),
 * Unix seconds, or English or French words. Eight digits are YYYYMMDD; 24:00 is the next day's beginning. Numeric dates
 * with the year last (`31/05/2027`) are understood where they can mean one day only.
 */
export const parseDateTime = single<DateTimeInput>(
  (value) => read(value) ?? new Fault((messages) => messages.dateTime),
);

function read(value: unknown): DateTimeInput | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return readText(String(Math.floor(value)));
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  return readText(value.replace(/\s+/g, ' ').trim());
}

function readText(text: string): DateTimeInput | undefined {
  if (/^-?\d+$/.test(text) && !/^\d{8}$/.test(text)) return ofInstant(Number(text) * 1000);
  const iso = ISO.exec(yearFirst(plusRestored(text)))?.groups;
  if (iso) return readIso(iso);
  // What else looks like a numeric date is one that does not exist, or not for sure; the words' library would guess.
  return /\d\s?\/\s?\d|\d[-.]\d+[-.]\d/.test(text) ? undefined : readWords(text);
}

/** Groups of the extended form, or of the basic form: the separators are all there or all absent. */
const ISO =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)(?:[T ](?<hour>\d\d)(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,]\d+)?)?(?: ?(?<offset>Z|[+-]\d\d(?::?\d\d)?))?)?$/i;

function readIso(iso: Record<string, string | undefined>): DateTimeInput | undefined {
  const { year, month, day, hour = '00', minute = '00', second = '00', offset } = iso;
  const wall = realWall(`${year}-${month}-${day}`, `${hour}:${minute}:${second}`);
  if (wall === undefined) return undefined;
  if (offset !== undefined) return ofOffset(wall, offset);
  if (!isSupported(wall)) return undefined;
  return {
    hasTime: iso.hour !== undefined,
    isInstant: false,
    isRelative: false,
    resolve: (zone) => momentOf(wall, zone),
  };
}

/** The wall clock reading, or undefined where day or time do not exist. */
function realWall(day: string, time: string): string | undefined {
  const midnight = new Date(`${day}T00:00:00Z`);
  // V8 moves February 30 on to March instead of refusing it.
  if (Number.isNaN(midnight.getTime()) || !utcText(midnight).startsWith(day)) return undefined;
  if (time === '24:00:00') return utcText(new Date(midnight.getTime() + 24 * 60 * 60_000));
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) ? `${day} ${time}` : undefined;
}

function ofOffset(wall: string, offset: string): DateTimeInput | undefined {
  const [, direction, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const ahead = Number(hours) * 60 + Number(minutes);
  if (ahead > 14 * 60 || Number(minutes) > 59) return undefined;
  return ofInstant(Date.parse(`${wall.replace(' ', 'T')}Z`) - (direction === '-' ? -ahead : ahead) * 60_000);
}

/** `instant` in milliseconds since 1970. */
function ofInstant(instant: number): DateTimeInput | undefined {
  const utc = new Date(instant);
  if (Number.isNaN(utc.getTime()) || !isSupported(utcText(utc))) return undefined;
  return { hasTime: true, isInstant: true, isRelative: false, resolve: (zone) => momentAt(utc, zone) };
}

/** Databases hold the years 1000 to 9999. A day less at either end, so that it is so in every zone. */
function isSupported(text: string): boolean {
  return /^\d{4}-/.test(text) && text >= '1000-01-02' && text < '9999-12-31';
}

/** `2027-05-31T18:30:00 02:00` was `…+02:00` before a form or query was decoded. */
function plusRestored(text: string): string {
  return text.replace(/^(\S+T\S+) (\d\d:\d\d)$/i, '$1+$2');
}

/** `31/05/2027`, `5-31-2027`, `2027/5/31` as `2027-05-31`; left alone where day and month could be each other. */
function yearFirst(text: string): string {
  return text
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
