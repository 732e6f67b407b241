import { LRUCache } from 'lru-cache';
import { type ZoneYear } from '../../list/entries.js';
import { utcText } from '../../datetime/moment.js';
import { zoneAbbreviation, zoneOffset } from '../../datetime/zone.js';
import { component, localTime, type Property, recurrenceRule, text, utcTime } from './jcal.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Step in days when searching for transitions. No zone has two in a shorter time. */
const STEP = 4 * DAY;

/** Number of years after the last event for which a rule must hold to be written without an end. */
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
  const stretches = stretchesOf([...new Set(years)].sort((one, other) => one - other));
  const observances = stretches.flatMap((stretch, place) =>
    observancesIn(timezone, stretch, place === stretches.length - 1),
  );
  const hasStandard = observances.some(({ transitions: [one] }) => one!.to < one!.from);
  const parts = observances.map((one) => observanceText(timezone, one, hasStandard));
  return component('vtimezone', [text('tzid', tzid(timezone))], parts);
}

/** Groups years without long gaps, so that centuries without events are skipped. */
function stretchesOf(years: readonly number[]): number[][] {
  const stretches: number[][] = [];
  for (const year of years) {
    const last = stretches.at(-1);
    if (last && year - last.at(-1)! <= YEARS_AHEAD) last.push(year);
    else stretches.push([year]);
  }
  return stretches;
}

/** @param goesOn whether the last rules continue without an end */
function observancesIn(timezone: string, years: readonly number[], goesOn: boolean): Observance[] {
  const first = years[0]! - 1;
  const last = Math.min(years.at(-1)! + YEARS_AHEAD, 9999);
  const transitions = [beginningOf(timezone, first)];
  for (let year = first; year <= last; year++) transitions.push(...transitionsIn(timezone, year));
  const needed = transitions.filter(({ at }, place) => {
    const next = transitions[place + 1]?.at ?? Infinity;
    return years.some((year) => at < startOf(year + 1) + DAY && next > startOf(year) - DAY);
  });
  const observances = dividedByRules(transitions, goesOn ? last : undefined);
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
 * Assigns each transition to the rule that also gives most transitions of the following years.
 * @param endlessYear rules that hold up to this year have no end
 */
function dividedByRules(transitions: readonly Transition[], endlessYear: number | undefined): Observance[] {
  const left = new Map(transitions.map((transition) => [localDate(transition).getTime(), transition]));
  return transitions.flatMap((transition): Observance[] => {
    if (left.get(localDate(transition).getTime()) !== transition) return [];
    const runs = rulesOf(transition).map(({ text, dayIn }) => ({ text, made: madeBy(dayIn, transition, left) }));
    const { text: rule, made } = runs.reduce((best, run) => (run.made.length > best.made.length ? run : best));
    for (const one of made) left.delete(localDate(one).getTime());
    if (made.length === 1) return [{ transitions: made, rrule: undefined }];
    const last = made.at(-1)!;
    const until = utcTime(utcText(new Date(last.at))).replace(/[-:]/g, '');
    const isEndless = localDate(last).getUTCFullYear() === endlessYear;
    return [{ transitions: made, rrule: `FREQ=YEARLY;${rule}${isEndless ? '' : `;UNTIL=${until}`}` }];
  });
}

/** A rule for a day of each year: the first such weekday on or after a day of a month. */
interface DayRule {
  readonly text: string;
  readonly dayIn: (year: number) => number;
}

/** The rules that a transition may belong to, the most common first. */
function rulesOf(transition: Transition): DayRule[] {
  const date = localDate(transition);
  const [month, day, weekday] = [date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()];
  const name = WEEKDAYS[weekday]!;
  const from = (first: number, year: number) =>
    first + ((weekday - new Date(Date.UTC(year, month, first)).getUTCDay() + 7) % 7);
  const nth = Math.ceil(day / 7);
  const daysFrom = (first: number) => Array.from({ length: 7 }, (_, place) => first + place).join();
  const rule = (text: string, dayIn: DayRule['dayIn']) => ({ text: `BYMONTH=${month + 1};${text}`, dayIn });
  const lengthOfMonth = (year: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return [
    ...(nth < 5 ? [rule(`BYDAY=${nth}${name}`, (year) => from(7 * nth - 6, year))] : []),
    rule(`BYDAY=-1${name}`, (year) => from(lengthOfMonth(year) - 6, year)),
    ...Array.from({ length: 7 }, (_, before) => day - before)
      .filter((first) => first > 0 && first + 6 <= lengthOfMonth(COMMON_YEAR))
      .map((first) => rule(`BYDAY=${name};BYMONTHDAY=${daysFrom(first)}`, (year) => from(first, year))),
    rule(`BYMONTHDAY=${day}`, () => day),
  ];
}

const COMMON_YEAR = 2027;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * The transitions of consecutive years that a rule gives, at the same local time and with the same offsets.
 * @param left the remaining transitions by local time
 */
function madeBy(dayIn: DayRule['dayIn'], first: Transition, left: ReadonlyMap<number, Transition>): Transition[] {
  const date = localDate(first);
  const timeOfDay = date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const made = [first];
  for (let year = date.getUTCFullYear() + 1; ; year++) {
    const next = left.get(Date.UTC(year, date.getUTCMonth(), dayIn(year)) + timeOfDay);
    if (next?.from !== first.from || next.to !== first.to) return made;
    made.push(next);
  }
}

/** The local time of a transition before the change, as if in UTC. */
function localDate({ at, from }: Transition): Date {
  return new Date(at + from * MINUTE);
}

/** The offset at the beginning of a year, as a transition. */
function beginningOf(timezone: string, year: number): Transition {
  const asIfUtc = startOf(year);
  const offset = zoneOffset(timezone, asIfUtc - zoneOffset(timezone, asIfUtc) * MINUTE);
  return { at: asIfUtc - offset * MINUTE, from: offset, to: offset };
}

const found = new LRUCache<string, readonly Transition[]>({ max: 2000 });

/** The transitions of a year of local time. */
function transitionsIn(timezone: string, year: number): readonly Transition[] {
  const name = `${timezone} ${year}`;
  const known = found.get(name);
  if (known) return known;
  const transitions: Transition[] = [];
  const start = beginningOf(timezone, year).at;
  const end = beginningOf(timezone, year + 1).at;
  for (let at = start; at < end; at += STEP) {
    const next = Math.min(at + STEP, end);
    if (zoneOffset(timezone, at) !== zoneOffset(timezone, next))
      transitions.push(transitionBetween(timezone, at, next));
  }
  found.set(name, transitions);
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

function startOf(year: number): number {
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
