import { RRuleTemporal } from 'rrule-temporal';
import { FieldError } from '../errors/field-error.js';
import { DAY } from '../datetime/durations.js';
import { isDay } from '../datetime/days.js';
import { momentFromInstant, utcText, parseAsUtc, addMilliseconds } from '../datetime/moment.js';

/** Returns a validator of comma-separated whole numbers in a range; with `signed`, negative ones count from the end. */
const numberList = (least: number, most: number, signed: boolean) => (value: string) =>
  value.split(',').every((one) => {
    const number = /^[+-]?\d{1,3}$/.test(one) ? Number(one) : NaN;
    return Math.abs(number) >= least && Math.abs(number) <= most && (signed || !/^[+-]/.test(one));
  });

const matching = (pattern: RegExp) => (value: string) => pattern.test(value);

/** The names of weekdays in rules, in the order of `getUTCDay`. */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

const WEEKDAY = `(?:${WEEKDAYS.join('|')})`;

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
  BYMONTH: numberList(1, 12, false),
  BYMONTHDAY: numberList(1, 31, true),
  BYYEARDAY: numberList(1, 366, true),
  BYWEEKNO: numberList(1, 53, true),
  BYSETPOS: numberList(1, 366, true),
  BYHOUR: numberList(0, 23, false),
  BYMINUTE: numberList(0, 59, false),
  BYSECOND: numberList(0, 59, false),
  WKST: matching(new RegExp(`^${WEEKDAY}$`)),
};

/** Maximum number of iterations (days, weeks, months or years) for which a rule is computed: a century of days. */
const MAX_PERIODS = 36_600;

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
  const invalid = invalidPart(text);
  if (invalid !== undefined) return new FieldError((messages) => messages.rule(invalid));
  if (rulePart(text, 'COUNT') !== undefined && rulePart(text, 'UNTIL') !== undefined)
    return new FieldError((messages) => messages.ruleEndsTwice);
  try {
    createRRule(text, '2000-01-01 00:00:00', 'UTC');
    return text;
  } catch {
    return new FieldError((messages) => messages.rule(text));
  }
}

/** The part of a rule that cannot be read. */
function invalidPart(text: string): string | undefined {
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
export function rulePart(rule: string, name: string): string | undefined {
  return new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule)?.[1];
}

/** A rule in which a part has another value, or is removed. */
export function withPart(rule: string, name: string, value: string | undefined): string {
  const others = rule.split(';').filter((part) => !part.startsWith(`${name}=`));
  return [...others, ...(value === undefined ? [] : [`${name}=${value}`])].join(';');
}

/** The last local time that a rule permits; undefined if it has no end. An end that is a day includes the whole day. */
export function untilLocal(rule: string, zone: string): string | undefined {
  const until = rulePart(rule, 'UNTIL');
  const local = until && untilAsIfUtc(until);
  if (!local) return undefined;
  return until.endsWith('Z') ? momentFromInstant(new Date(parseAsUtc(local)), zone).local : local;
}

/** Converts `YYYYMMDD` or `YYYYMMDDTHHMMSS[Z]` to a local time; undefined if the day or time does not exist. */
function untilAsIfUtc(until: string): string | undefined {
  const [, year, month, date, hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z?)?$/.exec(until) ?? [];
  const day = `${year}-${month}-${date}`;
  return isDay(day) ? `${day} ${hour}:${minute}:${second}` : undefined;
}

/**
 * The local times that a rule gives from a start up to an end, in order. The start is always included and counted (RFC
 * 5545, 3.3.10 and 3.8.5.3). Days have 24 hours here; the caller converts to the zone.
 * @throws {Error} if this takes more than `MAX_PERIODS` iterations
 */
export function datesByRule(rule: string, start: string, zone: string, to: string): string[] {
  const dates = datesBetween(rule, start, zone, start, to);
  if (dates[0] === start) return dates;
  const rest = withoutStart(rule);
  if (rest === undefined) return [start];
  return [start, ...(rest === rule ? dates : datesBetween(rest, start, zone, start, to))];
}

/**
 * A rule whose start was counted although the rule does not produce it: COUNT is reduced by one, since the library does
 * not count it; undefined if no date remains. The library's own option for it fails with BYSETPOS.
 */
function withoutStart(rule: string): string | undefined {
  const count = rulePart(rule, 'COUNT');
  if (count === undefined) return rule;
  return count === '1' ? undefined : withPart(rule, 'COUNT', String(Number(count) - 1));
}

/** Whether a rule includes its own start. */
export function includesStart(rule: string, start: string, zone: string): boolean {
  return datesBetween(rule, start, zone, start, start).length > 0;
}

/** COUNT is only replaced if its last date is within this number of years. */
const COUNT_SEARCH_YEARS = 10;

/** Replaces COUNT by UNTIL, if that is near: programs disagree on whether COUNT includes a DTSTART outside the rule. */
export function countToUntil(rule: string, start: string, zone: string): string {
  const count = rulePart(rule, 'COUNT');
  if (count === undefined) return rule;
  const localTimes = datesByRule(rule, start, zone, `${Number(start.slice(0, 4)) + COUNT_SEARCH_YEARS}-12-31 23:59:59`);
  if (localTimes.length < Number(count)) return rule;
  return withPart(withPart(rule, 'COUNT', undefined), 'UNTIL', compact(localTimes.at(-1)!).slice(0, -1));
}

/** The first date of a rule after a local time; undefined if there is none for half a century. */
export function nextByRule(rule: string, start: string, zone: string, after: string): string | undefined {
  const rest = includesStart(rule, start, zone) ? rule : withoutStart(rule);
  if (rest === undefined) return undefined;
  // The periods grow, since the library computes all dates of a period.
  for (const days of [40, 800, 4000, 18_000]) {
    const to = addMilliseconds(after, days * DAY);
    const next = datesBetween(rest, start, zone, after, to).find((local) => local > after);
    if (next !== undefined) return next;
  }
  return undefined;
}

function datesBetween(rule: string, start: string, zone: string, from: string, to: string): string[] {
  if (to < from) return [];
  const dates = createRRule(rule, start, zone).between(new Date(parseAsUtc(from)), new Date(parseAsUtc(to)), true);
  return dates.map(({ epochMilliseconds }) => utcText(new Date(epochMilliseconds)));
}

function createRRule(rule: string, start: string, zone: string): RRuleTemporal {
  const until = untilLocal(rule, zone);
  const text = until === undefined ? rule : withPart(rule, 'UNTIL', compact(until));
  const rruleString = `DTSTART:${compact(start)}\nRRULE:${text}`;
  return new RRuleTemporal({ rruleString, strict: true, cache: false, maxIterations: MAX_PERIODS });
}

/** Formats as `YYYYMMDDTHHMMSSZ`. */
function compact(local: string): string {
  return `${local.replace(/[-:]/g, '').replace(' ', 'T')}Z`;
}
