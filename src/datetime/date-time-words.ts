import { type Chrono, type ParsedComponents, type ParsedResult } from 'chrono-node';
import * as english from 'chrono-node/en';
import * as french from 'chrono-node/fr';
import { momentAt, namedByInstant, namedByLocalTime, type NamedMoment, utcText } from './moment.js';
import { zoneOffset } from './zone.js';

/** A parsed date. Its moment depends on the zone and, for relative words, on now. */
export interface Understood {
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
  resolve(zone: string, now: Date, edge?: 'first' | 'last'): NamedMoment;
}

/** The meaning of words: an instant (`in 3 hours`, `9am EST`), else a local time. */
interface Reading {
  hasTime: boolean;
  local: string;
  instant: Date | undefined;
  /** Whether the time counts from now: `in 3 hours`. */
  fromNow: boolean;
  /** Whether months or years are added and no day is named: `next month`. */
  sameDay: boolean;
}

/** The reference of relative words: an instant and an offset from UTC in minutes. */
interface Clock {
  instant: Date;
  timezone: number;
}

/** A date in the local time of this machine, which the library uses for all calculations with days. */
type Reference = Clock | Date;

/** Replacements of expressions that the library does not know. */
type Rewriting = readonly (readonly [RegExp, string])[];

/** After these words `10h` is a duration: `in 10h`, `il y a 10h`, `2 days and 10h`. */
const SPAN = String.raw`(?:^|[\s+-])(?:in|within|and|next|last|past|dans|a|et|[+-]|\d+ ?h)`;

/** Elsewhere `10h` is a time of day, which the library takes for a duration unless minutes follow. */
const CLOCK_HOUR = new RegExp(String.raw`(^|(?<!${SPAN}) )(?:at |à )?(\d{1,2}) ?h$`);

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

/** The library subtracts for these expressions instead of adding: `a week from today`. */
const COUNTED_FROM_ANOTHER_DAY = /\b(?:after|before|from (?!now))/;

/** The library ignores the time before added days: `9am + 1 day`. */
const TIME_FORGOTTEN = /(?:\d ?(?:[ap]\.?m\b|h\b)|:\d\d|\bnoon\b|\bmidnight\b).* [+-] ?\d+ ?[a-z]/;

/** Words for which the library invents an hour. */
const VAGUE_TIME = /\b(?:morning|afternoon|evening|night|tonight|matin|après-midi|soir|nuit)\b/;

/** Words such as “last” refer to the past; otherwise a weekday or a day without a year is the next one. */
const PAST = /(?<!\p{L})(?:last|past|dernier|passé)(?!\p{L})/u;

/** Maximum number of words; the library's time grows steeply with it (`1 h 1 h 1 h …`). */
const MAX_WORDS = 10;

/**
 * A date and time in English or French words; undefined unless the whole text is understood. Days are days of the
 * calendar (`+5 days` has no time); a weekday or a date without a year is the next such day.
 */
export function readWords(text: string): Understood | undefined {
  const words = text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'");
  if (words.split(' ').length > MAX_WORDS) return undefined;
  // Only checks that the words mean something; each `resolve` parses them again.
  const today = readAt(words, { instant: new Date(), timezone: 0 });
  if (!today || !isSupported(today)) return undefined;
  return {
    hasTime: today.hasTime,
    isInstant: today.instant !== undefined,
    isRelative: true,
    resolve: (zone, now) => momentIn(zone, readFor(words, zone, now) ?? today),
  };
}

/**
 * Days are counted from the beginning of the day: from Monday noon on, the library takes “Monday” for that of next
 * week.
 */
function readFor(words: string, zone: string, now: Date): Reading | undefined {
  const today = momentAt(now, zone).local.slice(0, 10);
  const reading = readAt(words, midnight(today));
  if (reading?.fromNow) return readAt(words, { instant: now, timezone: Math.round(zoneOffset(zone, now.getTime())) });
  return reading?.sameDay && Number(today.slice(8)) > SHORTEST_MONTH ? lastDayAtMost(words, today) : reading;
}

/**
 * The reference is in the zone of this machine, not UTC: the library compares days with instants, which agree only
 * without another zone.
 */
function midnight(day: string): Date {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const SHORTEST_MONTH = 28;

/** A month after 31 May is 30 June; the library returns 1 July. */
function lastDayAtMost(words: string, today: string): Reading | undefined {
  const reading = readAt(words, midnight(`${today.slice(0, 8)}${SHORTEST_MONTH}`));
  if (!reading) return undefined;
  const [year = NaN, month = NaN] = reading.local.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const day = Math.min(last, Number(today.slice(8)));
  return { ...reading, local: `${reading.local.slice(0, 8)}${day}${reading.local.slice(10)}` };
}

function momentIn(zone: string, { instant, local }: Reading): NamedMoment {
  return instant ? namedByInstant(instant, zone) : namedByLocalTime(local, zone);
}

/** The range is a century shorter at both ends than that of the database, since relative words are resolved later. */
function isSupported({ local }: Reading): boolean {
  return local >= '1100' && local < '9900' && /^\d{4}-/.test(local);
}

function readAt(words: string, reference: Reference): Reading | undefined {
  return (
    readIn(english.casual, rewritten(words, ENGLISH), reference) ??
    readIn(french.casual, rewritten(words, FRENCH), reference)
  );
}

function rewritten(words: string, rewriting: Rewriting): string {
  return rewriting.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), words);
}

function readIn(language: Chrono, words: string, reference: Reference): Reading | undefined {
  if (COUNTED_FROM_ANOTHER_DAY.test(words) || TIME_FORGOTTEN.test(words)) return undefined;
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
  return new Date(wallTime(start, false)).getUTCDay() === start.get('weekday');
}

function reading(result: ParsedResult, hasTime: boolean): Reading | undefined {
  const { start } = result;
  const time = wallTime(start, hasTime);
  const instant = start.isCertain('timezoneOffset') ? start.date() : undefined;
  if (Number.isNaN(time) || Number.isNaN(instant?.getTime())) return undefined;
  // `today +1` has an offset without a time.
  if (instant && !hasTime) return undefined;
  const tags = result.tags();
  const fromNow = tags.has('result/relativeDateAndTime') || tags.has('casualReference/now');
  const sameDay = isRelative(result) && !start.isCertain('day');
  return { hasTime, local: utcText(new Date(time)), instant, fromNow, sameDay };
}

/** The local time as if it were UTC, in milliseconds since 1970. */
function wallTime(start: ParsedComponents, hasTime: boolean): number {
  const [year = NaN, month = NaN, day = NaN] = (['year', 'month', 'day'] as const).map(
    (part) => start.get(part) ?? NaN,
  );
  const time = (['hour', 'minute', 'second'] as const).map((part) => (hasTime ? (start.get(part) ?? 0) : 0));
  return Date.UTC(year, month - 1, day, ...time);
}
