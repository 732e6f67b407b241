import { LRUCache } from 'lru-cache';
import { type ZoneYear } from '../../list/entries.js';
import { utcText } from '../../datetime/moment.js';
import { zoneAbbreviation, zoneOffset } from '../../datetime/zone.js';
import { component, localTime, type Property, recurrenceRule, text, utcTime } from './jcal.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Step in days when searching for transitions. No zone has two in a shorter time. */
const STEP = 4 * DAY;

/** A rule is written without an end only if it holds for this many years after the last event. */
const YEARS_AHEAD = 10;

/** A change of a zone's offset: the instant in milliseconds since 1970; offsets in minutes. */
interface Transition {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Transitions of consecutive years that follow one rule. */
interface Observance {
  readonly transitions: readonly Transition[];
  /** Undefined for a single transition. */
  readonly rrule: string | undefined;
}

/** The TZID of a zone. Offsets are written without colon, which ends a parameter. */
export function tzid(timezone: string): string {
  return /^[+-]/.test(timezone) ? `UTC${timezone.replace(':', '')}` : timezone;
}

/**
 * VTIMEZONE (RFC 5545, 3.6.5) of zones, correct in the required years: observances with RRULE if a zone changes its
 * offset by a rule, else single ones. Sorted by name, so that the same events give the same file.
 */
export function timezones(zoneYears: readonly ZoneYear[]): string {
  const years = new Map<string, number[]>();
  for (const { timezone, year } of zoneYears)
    if (timezone !== 'UTC') years.set(timezone, [...(years.get(timezone) ?? []), year]);
  return [...years]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([timezone, needed]) => vtimezone(timezone, needed))
    .join('');
}

function vtimezone(timezone: string, years: readonly number[]): string {
  const yearGroups = groupYears([...new Set(years)].sort((one, other) => one - other));
  const observances = yearGroups.flatMap((yearGroup, index) =>
    observancesIn(timezone, yearGroup, index === yearGroups.length - 1),
  );
  const hasStandard = observances.some(({ transitions: [one] }) => one!.to < one!.from);
  const parts = observances.map((one) => observanceText(timezone, one, hasStandard));
  return component('vtimezone', [text('tzid', tzid(timezone))], parts);
}

/** Groups years without long gaps, so that centuries without events are skipped. */
function groupYears(years: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const year of years) {
    const last = groups.at(-1);
    if (last && year - last.at(-1)! <= YEARS_AHEAD) last.push(year);
    else groups.push([year]);
  }
  return groups;
}

/** @param isOpenEnded whether the last rules continue without an end */
function observancesIn(timezone: string, years: readonly number[], isOpenEnded: boolean): Observance[] {
  const first = years[0]! - 1;
  const last = Math.min(years.at(-1)! + YEARS_AHEAD, 9999);
  const transitions = [offsetAtYearStart(timezone, first)];
  for (let year = first; year <= last; year++) transitions.push(...transitionsIn(timezone, year));
  const needed = transitions.filter(({ at }, index) => {
    const next = transitions[index + 1]?.at ?? Infinity;
    return years.some((year) => at < startOfYear(year + 1) + DAY && next > startOfYear(year) - DAY);
  });
  const observances = groupByRule(transitions, isOpenEnded ? last : undefined);
  return observances.filter((one) => one.transitions.some((transition) => needed.includes(transition)));
}

function observanceText(timezone: string, { transitions, rrule }: Observance, hasStandard: boolean): string {
  const { at, from, to } = transitions[0]!;
  const properties: Property[] = [
    ['dtstart', {}, 'date-time', localTime(utcText(new Date(at + from * MINUTE)))],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
    text('tzname', zoneAbbreviation(timezone, new Date(at))),
    ...(rrule === undefined ? [] : [recurrenceRule(rrule)]),
  ];
  return component(hasStandard && to > from ? 'daylight' : 'standard', properties);
}

/**
 * Groups transitions into observances. Each transition is assigned to the candidate rule that explains the longest run
 * of consecutive years (greedy).
 * @param endlessYear rules that hold up to this year have no end
 */
function groupByRule(transitions: readonly Transition[], endlessYear: number | undefined): Observance[] {
  const remaining = new Map(transitions.map((transition) => [localDate(transition).getTime(), transition]));
  return transitions.flatMap((transition): Observance[] => {
    if (remaining.get(localDate(transition).getTime()) !== transition) return [];
    const candidates = candidateRules(transition).map(({ text, dayIn }) => ({
      text,
      made: transitionsByRule(dayIn, transition, remaining),
    }));
    const { text: rule, made: matched } = candidates.reduce((best, run) =>
      run.made.length > best.made.length ? run : best,
    );
    for (const one of matched) remaining.delete(localDate(one).getTime());
    if (matched.length === 1) return [{ transitions: matched, rrule: undefined }];
    const last = matched.at(-1)!;
    const until = utcTime(utcText(new Date(last.at))).replace(/[-:]/g, '');
    const isEndless = localDate(last).getUTCFullYear() === endlessYear;
    return [{ transitions: matched, rrule: `FREQ=YEARLY;${rule}${isEndless ? '' : `;UNTIL=${until}`}` }];
  });
}

/** A candidate for a yearly rule: the RRULE parts, and the day of the month on which it falls in a year. */
interface DayRule {
  readonly text: string;
  readonly dayIn: (year: number) => number;
}

/** All rules that could produce a transition, the most common ones first. */
function candidateRules(transition: Transition): DayRule[] {
  const date = localDate(transition);
  const [month, day, weekday] = [date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()];
  const name = WEEKDAYS[weekday]!;
  const weekdayFrom = (first: number, year: number) =>
    first + ((weekday - new Date(Date.UTC(year, month, first)).getUTCDay() + 7) % 7);
  const nth = Math.ceil(day / 7);
  const daysFrom = (first: number) => Array.from({ length: 7 }, (_, offset) => first + offset).join();
  const rule = (text: string, dayIn: DayRule['dayIn']) => ({ text: `BYMONTH=${month + 1};${text}`, dayIn });
  const lengthOfMonth = (year: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return [
    ...(nth < 5 ? [rule(`BYDAY=${nth}${name}`, (year) => weekdayFrom(7 * nth - 6, year))] : []),
    rule(`BYDAY=-1${name}`, (year) => weekdayFrom(lengthOfMonth(year) - 6, year)),
    ...Array.from({ length: 7 }, (_, before) => day - before)
      .filter((first) => first > 0 && first + 6 <= lengthOfMonth(COMMON_YEAR))
      .map((first) => rule(`BYDAY=${name};BYMONTHDAY=${daysFrom(first)}`, (year) => weekdayFrom(first, year))),
    rule(`BYMONTHDAY=${day}`, () => day),
  ];
}

const COMMON_YEAR = 2027;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * The transitions of consecutive years that match a rule, with the same local time and offsets as the first one.
 * @param remaining the remaining transitions by local time
 */
function transitionsByRule(
  dayIn: DayRule['dayIn'],
  first: Transition,
  remaining: ReadonlyMap<number, Transition>,
): Transition[] {
  const date = localDate(first);
  const timeOfDay = date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const matched = [first];
  for (let year = date.getUTCFullYear() + 1; ; year++) {
    const next = remaining.get(Date.UTC(year, date.getUTCMonth(), dayIn(year)) + timeOfDay);
    if (next?.from !== first.from || next.to !== first.to) return matched;
    matched.push(next);
  }
}

/** The local time of a transition before the change, as if in UTC. */
function localDate({ at, from }: Transition): Date {
  return new Date(at + from * MINUTE);
}

/** The offset at the beginning of a year, as a transition. */
function offsetAtYearStart(timezone: string, year: number): Transition {
  const asIfUtc = startOfYear(year);
  const offset = zoneOffset(timezone, asIfUtc - zoneOffset(timezone, asIfUtc) * MINUTE);
  return { at: asIfUtc - offset * MINUTE, from: offset, to: offset };
}

const transitionCache = new LRUCache<string, readonly Transition[]>({ max: 2000 });

/** The transitions of a year of local time. */
function transitionsIn(timezone: string, year: number): readonly Transition[] {
  const key = `${timezone} ${year}`;
  const cached = transitionCache.get(key);
  if (cached) return cached;
  const transitions: Transition[] = [];
  const start = offsetAtYearStart(timezone, year).at;
  const end = offsetAtYearStart(timezone, year + 1).at;
  for (let at = start; at < end; at += STEP) {
    const next = Math.min(at + STEP, end);
    if (zoneOffset(timezone, at) !== zoneOffset(timezone, next))
      transitions.push(transitionBetween(timezone, at, next));
  }
  transitionCache.set(key, transitions);
  return transitions;
}

/** The first instant of the offset that applies at `after`, found by bisection. */
function transitionBetween(timezone: string, before: number, after: number): Transition {
  const [from, to] = [zoneOffset(timezone, before), zoneOffset(timezone, after)];
  let [low, high] = [before, after];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (zoneOffset(timezone, middle) === to) high = middle;
    else low = middle;
  }
  return { at: high, from, to };
}

function startOfYear(year: number): number {
  return Date.UTC(year, 0, 1);
}

/** Formats an offset as `-05:00` or `+05:30`, with seconds if the zone had such an offset. */
function offsetText(minutes: number): string {
  const seconds = Math.round(Math.abs(minutes) * 60);
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    ...(seconds % 60 === 0 ? [] : [seconds % 60]),
  ];
  return `${minutes < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
