import { RRuleTemporal } from 'rrule-temporal';
import { FieldError } from '../errors/field-error.js';
import { momentAt, utcText, instantInUtc, movedBy } from '../datetime/moment.js';

/** Matches a list of whole numbers from 1, or negative ones that count from the end. */
const numbers = (least: number, most: number, signed: boolean) => (value: string) =>
  value.split(',').every((one) => {
    const number = /^[+-]?\d{1,3}$/.test(one) ? Number(one) : NaN;
    return Math.abs(number) >= least && Math.abs(number) <= most && (signed || !/^[+-]/.test(one));
  });

const matching = (pattern: RegExp) => (value: string) => pattern.test(value);

const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)';

/** The parts of a rule with the patterns of their values (RFC 5545, 3.3.10). */
const PARTS: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: matching(/^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/),
  INTERVAL: matching(/^[1-9]\d{0,3}$/),
  COUNT: matching(/^[1-9]\d{0,5}$/),
  UNTIL: (value) => untilAsIfUtc(value) !== undefined,
  BYDAY: (value) => {
    const isDay = new RegExp(`^(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY}$`);
    return value.split(',').every((day) => isDay.test(day));
  },
  BYMONTH: numbers(1, 12, false),
  BYMONTHDAY: numbers(1, 31, true),
  BYYEARDAY: numbers(1, 366, true),
  BYWEEKNO: numbers(1, 53, true),
  BYSETPOS: numbers(1, 366, true),
  BYHOUR: numbers(0, 23, false),
  BYMINUTE: numbers(0, 59, false),
  BYSECOND: numbers(0, 59, false),
  WKST: matching(new RegExp(`^${WEEKDAY}$`)),
};

/** Maximum number of days, weeks, months or years for which a rule is computed: a century of days. */
const MOST_PERIODS = 36_600;

/** Maximum length of a rule in characters, longer than any real one. */
const MAX_LENGTH = 500;

/** Parses a rule. Returns it as it is stored, in capitals and without the prefix `RRULE:`, or its error. */
export function parseRule(value: string): string | FieldError {
  const text = value
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '');
  if (text.length > MAX_LENGTH) return new FieldError((messages) => messages.tooLong(MAX_LENGTH));
  if (/(?:^|;)FREQ=(?:HOURLY|MINUTELY|SECONDLY)(?:;|$)/.test(text))
    return new FieldError((messages) => messages.ruleTooOften);
  const wrong = unreadable(text);
  if (wrong !== undefined) return new FieldError((messages) => messages.rule(wrong));
  if (partOf(text, 'COUNT') !== undefined && partOf(text, 'UNTIL') !== undefined)
    return new FieldError((messages) => messages.ruleEndsTwice);
  try {
    followed(text, '2000-01-01 00:00:00', 'UTC');
    return text;
  } catch {
    return new FieldError((messages) => messages.rule(text));
  }
}

/** The part of a rule that cannot be read. */
function unreadable(text: string): string | undefined {
  const seen = new Set<string>();
  for (const part of text.split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    const isKnown = Object.hasOwn(PARTS, name) && PARTS[name]!(value);
    if (!isKnown || rest.length > 0 || seen.has(name)) return part;
    seen.add(name);
  }
  return seen.has('FREQ') ? undefined : text;
}

/** The value of a part of a rule, such as COUNT. */
export function partOf(rule: string, name: string): string | undefined {
  return new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule)?.[1];
}

/** A rule in which a part has another value, or is removed. */
export function withPart(rule: string, name: string, value: string | undefined): string {
  const others = rule.split(';').filter((part) => !part.startsWith(`${name}=`));
  return [...others, ...(value === undefined ? [] : [`${name}=${value}`])].join(';');
}

/** The last local time that a rule permits; undefined if it has no end. An end that is a day includes the whole day. */
export function untilLocal(rule: string, zone: string): string | undefined {
  const until = partOf(rule, 'UNTIL');
  const local = until && untilAsIfUtc(until);
  if (!local) return undefined;
  return until.endsWith('Z') ? momentAt(new Date(instantInUtc(local)), zone).local : local;
}

/**
 * Converts `YYYYMMDD` or `YYYYMMDDTHHMMSS[Z]` to `YYYY-MM-DD HH:MM:SS`; undefined if the day or time does not exist.
 */
function untilAsIfUtc(until: string): string | undefined {
  const [, year, month, day, hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(until) ?? [];
  const local = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  const date = new Date(`${local.replace(' ', 'T')}Z`);
  return !Number.isNaN(date.getTime()) && utcText(date) === local ? local : undefined;
}

/**
 * The local times that a rule gives from a start up to an end, in order. The start is always included and counted (RFC
 * 5545, 3.3.10 and 3.8.5.3). Days have 24 hours here; the caller converts to the zone.
 * @throws {Error} if this takes more than `MOST_PERIODS`
 */
export function ruleDates(rule: string, start: string, zone: string, to: string): string[] {
  const localTimes = between(rule, start, zone, to);
  if (localTimes[0] === start) return localTimes;
  const count = partOf(rule, 'COUNT');
  if (count === undefined) return [start, ...localTimes];
  return count === '1' ? [start] : [start, ...between(withoutOne(rule), start, zone, to)];
}

/** A rule with one occurrence less. */
function withoutOne(rule: string): string {
  return withPart(rule, 'COUNT', String(Number(partOf(rule, 'COUNT')) - 1));
}

/** Whether a rule includes its own start. */
export function makesFirst(rule: string, start: string, zone: string): boolean {
  return between(rule, start, zone, start).length > 0;
}

/** Years within which the last date of a COUNT is searched. */
const YEARS_COUNTED = 10;

/**
 * A rule whose end all programs understand alike. Some do not count a first occurrence that is not a date of the rule,
 * so COUNT becomes UNTIL in that case, unless that is too far away.
 */
export function withoutCount(rule: string, start: string, zone: string): string {
  const count = partOf(rule, 'COUNT');
  if (count === undefined) return rule;
  const localTimes = ruleDates(rule, start, zone, `${Number(start.slice(0, 4)) + YEARS_COUNTED}-12-31 23:59:59`);
  if (localTimes.length < Number(count)) return rule;
  return withPart(withPart(rule, 'COUNT', undefined), 'UNTIL', compact(localTimes.at(-1)!).slice(0, -1));
}

/**
 * The first date of a rule after a local time; undefined if there is none for half a century. The searched periods get
 * longer step by step, since the library takes seconds for long periods without a date, such as for 30 February.
 */
export function ruleNext(rule: string, start: string, zone: string, after: string): string | undefined {
  // The start is always included.
  const isLess = partOf(rule, 'COUNT') !== undefined && !makesFirst(rule, start, zone);
  if (isLess && partOf(rule, 'COUNT') === '1') return undefined;
  const counted = isLess ? withoutOne(rule) : rule;
  for (const days of STRETCHES) {
    const to = movedBy(after, days * DAY);
    const next = between(counted, start, zone, to, after).find((local) => local > after);
    if (next !== undefined) return next;
  }
  return undefined;
}

const DAY = 24 * 60 * 60_000;

const STRETCHES = [40, 800, 4000, 18_000];

function between(rule: string, start: string, zone: string, to: string, from = start): string[] {
  if (to < from) return [];
  const found = followed(rule, start, zone).between(new Date(instantInUtc(from)), new Date(instantInUtc(to)), true);
  return found.map(({ epochMilliseconds }) => utcText(new Date(epochMilliseconds)));
}

function followed(rule: string, start: string, zone: string): RRuleTemporal {
  const until = untilLocal(rule, zone);
  const text = until === undefined ? rule : withPart(rule, 'UNTIL', compact(until));
  const rruleString = `DTSTART:${compact(start)}\nRRULE:${text}`;
  return new RRuleTemporal({ rruleString, strict: true, cache: false, maxIterations: MOST_PERIODS });
}

/** Formats as `YYYYMMDDTHHMMSSZ`. */
function compact(local: string): string {
  return `${local.replace(/[-:]/g, '').replace(' ', 'T')}Z`;
}
