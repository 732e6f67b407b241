import ICAL from 'ical.js';
import { utcText } from '../../../lib/datetime/moment.js';
import { FieldError } from '../../../lib/errors/field-error.js';
import { dateWithTime, MAX_OCCURRENCES } from '../../../lib/recurrence/recurrence.js';
import { datesByRule, parseRule, rulePart, untilLocal, withPart } from '../../../lib/recurrence/rule.js';
import { recordError } from '../messages.js';
import { compact } from '../record.js';
import { type Component, type Property } from './components.js';
import { type IcalTime, meaningfulProperties, readPeriods, readTime, readTimes, seriesLocalTime } from './times.js';
import { type Zones } from './zones.js';

/** Rules are expanded this far into the future; later imports add further dates. */
const HORIZON_MONTHS = 24;

/** Maximum number of dates: daily since 1970. More frequent events are not for a public calendar. */
const MAX_STEPS = 21_000;

export function readRecurrence(event: Component, start: IcalTime, zones: Zones, now: Date) {
  const horizon = new Date(now);
  horizon.setUTCMonth(horizon.getUTCMonth() + HORIZON_MONTHS);
  const rules = meaningfulProperties(event, 'rrule').flatMap((property) => readRule(property, start, zones) ?? []);
  const added = readTimes(event, 'rdate', zones).map((time) => seriesLocalTime(start, time, zones));
  const ofRules = rules.flatMap((rule) => [...expandRule(rule, start, utcText(horizon))]);
  const excluded = readTimes(event, 'exdate', zones);
  const exact = new Set(excluded.map((time) => seriesLocalTime(start, time, zones)));
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(({ local }) => local.slice(0, 10)));
  // Excluded dates are kept even if they are still beyond the horizon.
  const localTimes = new Set([start.local, ...ofRules, ...added, ...[...exact].filter((local) => local > start.local)]);
  // EXRULE was defined in RFC 2445; programs still write it.
  const exrules = meaningfulProperties(event, 'exrule').flatMap((property) => readRule(property, start, zones) ?? []);
  for (const rule of exrules) for (const local of expandWithIcal(rule, start, utcText(horizon))) exact.add(local);
  const isOneRule = rules.length === 1 && exrules.length === 0 && added.every((local) => local >= start.local);
  const periods = start.isDate ? [] : readPeriods(event, start, zones);
  return {
    // Several rules, and EXRULE, become dates.
    rule: isOneRule ? rules[0] : undefined,
    localStarts: nearest([...localTimes].sort(), utcText(now)),
    spans: new Map(periods.map((span) => [span.start.local, span])),
    isExcluded: (local: string) => exact.has(local) || days.has(local.slice(0, 10)),
    strayExdates: strayExdates(excluded, [start.local, ...ofRules, ...added]),
  };

  /**
   * The exclusions (EXDATE) at which the series has no date. Earlier ones than the series are left out, because feeds that
   * drop past dates may keep their exclusions.
   */
  function strayExdates(times: readonly IcalTime[], dates: readonly string[]): string[] {
    const taken = new Set(dates.flatMap((local) => [local, local.slice(0, 10)]));
    return times.flatMap((time) => {
      const local = seriesLocalTime(start, time, zones);
      const isDay = time.isDate || start.isDate;
      const isKnown = local > start.local && local <= utcText(horizon);
      if (!isKnown || taken.has(isDay ? local.slice(0, 10) : local)) return [];
      return [isDay ? local.slice(0, 10) : dateWithTime(local)];
    });
  }
}

/**
 * A rule with UNTIL in local time; undefined if it ends before the first date.
 * @throws {CommandError} if it is invalid, or has a part that would be ignored although it changes the dates
 */
function readRule(property: Property, start: IcalTime, zones: Zones): string | undefined {
  const parts = property.value
    .toUpperCase()
    .replace(/\s/g, '')
    .split(';')
    .filter((part) => /^(?!X-)[^=]+=./.test(part) && part !== 'INTERVAL=0');
  if (parts.some(isForeign) || !parts.some((part) => part.startsWith('FREQ=')))
    throw recordError('badRule', property.line);
  const text = parts.filter((part) => !/^(?:RSCALE|SKIP)=/.test(part)).join(';');
  const until = rulePart(text, 'UNTIL');
  // The number of a weekday in a weekly rule has no meaning (RFC 5545, 3.3.10), but some programs write it.
  const days = /(?:^|;)FREQ=(?:WEEKLY|DAILY)/.test(text)
    ? rulePart(text, 'BYDAY')?.replace(/[+-]?\d+/g, '')
    : undefined;
  const plain = days === undefined ? text : withPart(text, 'BYDAY', days);
  const rule = until === undefined ? plain : withPart(plain, 'UNTIL', untilText(until, property, start, zones));
  const last = untilLocal(rule, 'UTC');
  if (last !== undefined && last < start.local) return undefined;
  try {
    ICAL.Recur.fromString(rule);
  } catch {
    throw recordError('badRule', property.line);
  }
  return last !== undefined && rulePart(rule, 'COUNT') !== undefined ? endingFirst(rule, start, last) : rule;
}

/** Whether the parser would ignore a part that changes the dates: another calendar (RFC 7529), or COUNT below 1. */
function isForeign(part: string): boolean {
  const [name, value] = part.split('=');
  if (name === 'COUNT') return Number(value) < 1;
  return (name === 'RSCALE' && value !== 'GREGORIAN') || (name === 'SKIP' && value !== 'OMIT');
}

function endingFirst(rule: string, start: IcalTime, until: string): string {
  const counted = withPart(rule, 'UNTIL', undefined);
  const made = [...expandRule(counted, start, until)];
  return made.length < Number(rulePart(rule, 'COUNT')) ? withPart(rule, 'COUNT', undefined) : counted;
}

function untilText(until: string, property: Property, start: IcalTime, zones: Zones): string {
  const time = readTime(until, { ...property, parameters: {} }, zones);
  const local = start.isDate || time.zone === zones.utc ? seriesLocalTime(start, time, zones) : time.local;
  const isDay = time.isDate || start.isDate || local.endsWith('23:59:59');
  return compact(isDay ? local.slice(0, 10) : local);
}

function nearest(localTimes: readonly string[], now: string): string[] {
  const upcoming = localTimes.filter((local) => local >= now).slice(0, MAX_OCCURRENCES);
  const past = localTimes.filter((local) => local < now);
  return [...past.slice(Math.max(0, past.length + upcoming.length - MAX_OCCURRENCES)), ...upcoming];
}

/** Computes a rule with the library of series; rules that series do not support, such as hourly ones, with ical.js. */
function expandRule(rule: string, start: IcalTime, horizon: string): Iterable<string> {
  if (parseRule(rule) instanceof FieldError) return expandWithIcal(rule, start, horizon);
  try {
    return datesByRule(rule, start.local, 'UTC', horizon);
  } catch {
    throw recordError('tooManyOccurrences');
  }
}

function* expandWithIcal(rule: string, start: IcalTime, horizon: string): Generator<string> {
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(start.local.replace(' ', 'T')));
  for (let steps = 0; ; steps++) {
    const local = (iterator.next() as ICAL.Time | null | undefined)?.toString().replace('T', ' ');
    if (!local || local > horizon) return;
    if (steps >= MAX_STEPS) throw recordError('tooManyOccurrences');
    yield local;
  }
}
