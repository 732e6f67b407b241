import * as english from 'chrono-node/en';
import * as french from 'chrono-node/fr';
import { type Chrono, type ParsedComponents, type ParsedResult } from 'chrono-node';
import { HOUR } from './durations.js';
import { momentFromInstant, givenAsInstant, givenAsLocalTime, type GivenMoment, utcText } from './moment.js';
import { zoneOffset } from './zone.js';
import { type Language } from '../i18n/language.js';

/** A date of a request, with or without a time. Its moment depends on the zone and, for relative words, on now. */
export interface DateTimeInput {
  /** Whether a time is given. A day resolves to its beginning. */
  readonly hasTime: boolean;
  /** Whether it is the same instant in every zone: with an offset, in Unix seconds, “in 3 hours”. */
  readonly isInstant: boolean;
  /** Whether it is relative to the current time, such as “today”. */
  readonly isRelative: boolean;
  /**
   * The moment in `zone` (a name that parseTimeZone returned).
   * @param edge of a span (`this weekend`): its first or its last second
   */
  resolve(zone: string, now: Date, edge?: 'first' | 'last'): GivenMoment;
}

/** The meaning of words: an instant (`in 3 hours`, `9am EST`), else a local time. */
interface Reading {
  hasTime: boolean;
  local: string;
  instant: Date | undefined;
  /** Whether the time counts from now: `in 3 hours`. */
  isFromNow: boolean;
  /** Whether months or years are added and no day is named: `next month`. */
  isSameDayOfMonth: boolean;
}

/**
 * The time that relative words refer to: an instant with an offset, or a date in the local time of this machine, which the
 * library uses for all calculations with days.
 */
type Reference = Parameters<Chrono['parse']>[1];

/** Replacements of expressions that the library does not know. */
type Rewriting = readonly (readonly [RegExp, string])[];

/** Matches words after which `10h` is a duration, not a time of day: `in 10h`, `il y a 10h`, `2 days and 10h`. */
const DURATION_CONTEXT = String.raw`(?:^|[\s+-])(?:in|within|and|next|last|past|dans|a|et|[+-]|\d+ ?h)`;

/** Matches `10h` as a time of day. Without minutes, chrono would parse it as a duration. */
const CLOCK_HOUR = new RegExp(String.raw`(^|(?<!${DURATION_CONTEXT}) )(?:at |à )?(\d{1,2}) ?h$`);

const ENGLISH: Rewriting = [
  [/^on /, ''],
  [/^(?:the )?day after tomorrow(?: at)?(?= \d)/, 'in 2 days at'],
  [/^(?:the )?day after tomorrow/, 'in 2 days'],
  [/^(?:the )?day before yesterday(?: at)?(?= \d)/, '2 days ago at'],
  [/^(?:the )?day before yesterday/, '2 days ago'],
  [CLOCK_HOUR, '$1at $2:00'],
];

const FRENCH: Rewriting = [
  [/(?<!\p{L})(lun|mar|mer|jeu|ven|sam|dim)\.(?= )/u, '$1'],
  [/^le (?=\d|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)/, ''],
  [/^apr[eè]s[- ]demain(?= \d)/, 'dans 2 jours à'],
  [/^apr[eè]s[- ]demain/, 'dans 2 jours'],
  [/^avant[- ]hier(?= \d)/, 'il y a 2 jours à'],
  [/^avant[- ]hier/, 'il y a 2 jours'],
  [/^\+ ?(?=\d)/, 'dans '],
  [/^- ?(?=\d)/, 'il y a '],
  [/(?<![\p{L}-])midi$/u, '12h'],
  [/(?<!\p{L})minuit$/u, '0h'],
  [/(?<=(?:^| )à )(\d{1,2}) heures?(?: (\d\d))?$/, '$1h$2'],
  [/(\d) ?h ?(\d\d)$/, '$1h$2'],
  [CLOCK_HOUR, '$1à $2h00'],
  [/(?<!\p{L})an(?!\p{L})/u, 'année'],
];

/** Matches expressions such as `a week from today`, for which chrono subtracts instead of adding. */
const MISCOUNTED_BY_LIBRARY = /\b(?:after|before|from (?!now))/;

/** Matches expressions such as `9am + 1 day`, of which chrono drops the time. */
const TIME_LOST_BY_LIBRARY = /(?:\d ?(?:[ap]\.?m\b|h\b)|:\d\d|\bnoon\b|\bmidnight\b).* [+-] ?\d+ ?[a-z]/;

/** Matches words for which chrono invents an hour. */
const VAGUE_TIME = /\b(?:morning|afternoon|evening|night|tonight|matin|après-midi|soir|nuit)\b/;

/** Words such as “last” refer to the past; otherwise a weekday or a day without a year is the next one. */
const PAST = /(?<!\p{L})(?:last|past|dernier|passé)(?!\p{L})/u;

/** Maximum number of words; the library's time grows steeply with it (`1 h 1 h 1 h …`). */
const MAX_WORDS = 10;

/**
 * A date and time in English or French words; undefined unless the whole text is understood. Days are days of the
 * calendar (`+5 days` has no time); a weekday or a date without a year is the next such day.
 */
export function parseWords(text: string): DateTimeInput | undefined {
  const words = text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'");
  if (words.split(' ').length > MAX_WORDS) return undefined;
  const today = parseToday(words);
  if (!today || !isSupported(today)) return undefined;
  return {
    hasTime: today.hasTime,
    isInstant: today.instant !== undefined,
    isRelative: true,
    resolve: (zone, now) => resolveReading(zone, parseInZone(words, zone, now) ?? today),
  };
}

/** The offsets from UTC of the outermost zones, in milliseconds. */
const OUTERMOST_ZONES = [-12 * HOUR, 14 * HOUR];

/**
 * Only checks that the words can be parsed; `resolve` parses them again, since they are relative to the current time. A
 * day with its weekday but without a year (`Monday, May 31`) may be today in the zone of the site, but over in UTC, and
 * next year it is another weekday.
 */
function parseToday(words: string): Reading | undefined {
  const instant = new Date();
  const inUtc = parseAt(words, { instant, timezone: 0 });
  if (inUtc) return inUtc;
  const days = OUTERMOST_ZONES.map((offset) => utcText(new Date(instant.getTime() + offset)).slice(0, 10));
  return days.map((day) => parseAt(words, midnight(day))).find((reading) => reading !== undefined);
}

/** Days count from midnight: from Monday noon on, the library takes “Monday” for that of next week. */
function parseInZone(words: string, zone: string, now: Date): Reading | undefined {
  const today = momentFromInstant(now, zone).local.slice(0, 10);
  const reading = parseAt(words, midnight(today));
  if (reading?.isFromNow)
    return parseAt(words, { instant: now, timezone: Math.round(zoneOffset(zone, now.getTime())) });
  return reading?.isSameDayOfMonth && Number(today.slice(8)) > SHORTEST_MONTH ? clampToMonthEnd(words, today) : reading;
}

/** The reference is in the zone of this machine: the library compares days with instants, which agree only there. */
function midnight(day: string): Date {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const SHORTEST_MONTH = 28;

/** Limits a result to the last day of its month: a month after 31 May is 30 June, where chrono returns 1 July. */
function clampToMonthEnd(words: string, today: string): Reading | undefined {
  const reading = parseAt(words, midnight(`${today.slice(0, 8)}${SHORTEST_MONTH}`));
  if (!reading) return undefined;
  const [year = NaN, month = NaN] = reading.local.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Math.min(last, Number(today.slice(8)));
  return { ...reading, local: `${reading.local.slice(0, 8)}${day}${reading.local.slice(10)}` };
}

function resolveReading(zone: string, { instant, local }: Reading): GivenMoment {
  return instant ? givenAsInstant(instant, zone) : givenAsLocalTime(local, zone);
}

/** The range is a century shorter at both ends than that of the database, since relative words are resolved later. */
function isSupported({ local }: Reading): boolean {
  return local >= '1100' && local < '9900' && /^\d{4}-/.test(local);
}

function parseAt(words: string, reference: Reference): Reading | undefined {
  return (
    parseWith(english.casual, applyRewrites(words, ENGLISH), reference) ??
    parseWith(french.casual, applyRewrites(words, FRENCH), reference)
  );
}

function applyRewrites(words: string, rewriting: Rewriting): string {
  return rewriting.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), words);
}

function parseWith(language: Chrono, words: string, reference: Reference): Reading | undefined {
  if (MISCOUNTED_BY_LIBRARY.test(words) || TIME_LOST_BY_LIBRARY.test(words)) return undefined;
  const [result] = language.parse(words, reference, { forwardDate: !PAST.test(words) });
  const isWhole = result?.index === 0 && result.text.length === words.length && !result.end;
  if (!isWhole || !namesDay(result) || !weekdayAgrees(result)) return undefined;
  const hasTime = result.start.isCertain('hour');
  if (!hasTime && VAGUE_TIME.test(words)) return undefined;
  return reading(result, hasTime);
}

/** `May 2027` and `this week` do not name a day. */
function namesDay(result: ParsedResult): boolean {
  const { start } = result;
  if (start.isCertain('day') || start.isCertain('weekday') || isRelative(result)) return true;
  return start.isCertain('hour') && !start.isCertain('month');
}

function isRelative(result: ParsedResult): boolean {
  return result.tags().has('result/relativeDate');
}

/** `Thursday, May 31 2027` is refused: that day is a Monday. */
function weekdayAgrees(result: ParsedResult): boolean {
  const { start } = result;
  if (!start.isCertain('weekday') || !start.isCertain('day') || isRelative(result)) return true;
  return new Date(localTimeAsUtc(start, false)).getUTCDay() === start.get('weekday');
}

function reading(result: ParsedResult, hasTime: boolean): Reading | undefined {
  const { start } = result;
  const time = localTimeAsUtc(start, hasTime);
  const instant = start.isCertain('timezoneOffset') ? start.date() : undefined;
  if (Number.isNaN(time) || Number.isNaN(instant?.getTime())) return undefined;
  // `today +1` has an offset without a time.
  if (instant && !hasTime) return undefined;
  const tags = result.tags();
  const fromNow = tags.has('result/relativeDateAndTime') || tags.has('casualReference/now');
  const sameDay = isRelative(result) && !start.isCertain('day');
  return { hasTime, local: utcText(new Date(time)), instant, isFromNow: fromNow, isSameDayOfMonth: sameDay };
}

/** The local time as if it were UTC, in milliseconds since 1970. */
function localTimeAsUtc(start: ParsedComponents, hasTime: boolean): number {
  const [year = NaN, month = NaN, day = NaN] = (['year', 'month', 'day'] as const).map(
    (part) => start.get(part) ?? NaN,
  );
  const time = (['hour', 'minute', 'second'] as const).map((part) => (hasTime ? (start.get(part) ?? 0) : 0));
  return Date.UTC(year, month - 1, day, ...time);
}

type Part = Pick<Intl.DateTimeFormatPart, 'type' | 'value'>;

/** Joins formatted parts of a date, and corrects those that Intl does not write in the style of Quebec French. */
export function dayInWords(parts: readonly Part[], language: Language): string {
  const formatPart = (part: Part, index: number) => (language === 'fr' ? inFrench(part, parts[index + 1]) : part.value);
  return parts.map(formatPart).join('');
}

/** French writes the first of a month `1er`, and hours as `9 h`, not `09 h` or `9 h 00`, which Intl does not do. */
function inFrench({ type, value }: Part, next: Part | undefined): string {
  if (type === 'day' && value === '1') return '1er';
  if (type === 'hour') return String(Number(value));
  if (next && isZeroMinutes(next)) return value.trimEnd();
  return isZeroMinutes({ type, value }) ? '' : value;
}

const isZeroMinutes = ({ type, value }: Part) => type === 'minute' && value === '00';
