import { LRUCache } from 'lru-cache';
import { type ZoneYear } from '../../../calendar/list/entries.js';
import { DAY, MINUTE } from '../../../lib/datetime/durations.js';
import { momentFromLocal, utcText } from '../../../lib/datetime/moment.js';
import { zoneAbbreviation, zoneOffset } from '../../../lib/datetime/zone.js';
import { WEEKDAYS } from '../../../lib/recurrence/rule.js';
import { localTime, utcTime } from '../feed-event.js';
import { component, type Property, recurrenceRule, text } from './jcal.js';

/** Step when searching for transitions. No zone has two in a shorter time. */
const STEP = 4 * DAY;

/** A rule is written without an end only if it holds for this many years after the last event. */
const YEARS_AHEAD = 10;

/** A change of a zone's offset: the instant in milliseconds since 1970; offsets in minutes. */
interface Transition {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Transitions of consecutive years, and the yearly rules that all of them follow. */
interface Observance {
  readonly transitions: Transition[];
  rules: readonly string[];
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
  const years = new Map<string, Set<number>>();
  for (const { timezone, year } of zoneYears)
    if (timezone !== 'UTC') years.set(timezone, (years.get(timezone) ?? new Set()).add(year));
  return [...years]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([timezone, needed]) => vtimezone(timezone, [...needed]))
    .join('');
}

/** Finding the transitions of a zone takes some milliseconds. */
const transitionCache = new LRUCache<string, readonly Transition[]>({ max: 500 });

function vtimezone(timezone: string, years: number[]): string {
  // Without long gaps, so that centuries without events are skipped.
  const groups: number[][] = [];
  for (const year of years.sort((one, other) => one - other)) {
    const last = groups.at(-1);
    if (last && year - last.at(-1)! <= YEARS_AHEAD) last.push(year);
    else groups.push([year]);
  }
  const observances = groups.flatMap((group) => observancesIn(timezone, group));
  const hasStandard = observances.some(({ transitions: [one] }) => one!.to < one!.from);
  const endlessYear = lastYearOf(groups.at(-1)!);
  const parts = observances.map((observance) => {
    const { from, to } = observance.transitions[0]!;
    return component(hasStandard && to > from ? 'daylight' : 'standard', properties(timezone, observance, endlessYear));
  });
  return component('vtimezone', [text('tzid', tzid(timezone))], parts);
}

function lastYearOf(years: readonly number[]): number {
  return Math.min(years.at(-1)! + YEARS_AHEAD, 9999);
}

function observancesIn(timezone: string, years: readonly number[]): Observance[] {
  const transitions = transitionsBetween(timezone, years[0]! - 1, lastYearOf(years));
  const needed = transitions.filter(({ at }, index) => {
    const next = transitions[index + 1]?.at ?? Infinity;
    return years.some((year) => at < Date.UTC(year + 1, 0) + DAY && next > Date.UTC(year, 0) - DAY);
  });
  const observances: Observance[] = [];
  for (const transition of transitions) {
    const rules = yearlyRules(localDate(transition));
    const continued = observances.find((one) => continues(one, transition, rules));
    if (continued) {
      continued.transitions.push(transition);
      continued.rules = continued.rules.filter((rule) => rules.includes(rule));
    } else observances.push({ transitions: [transition], rules });
  }
  return observances.filter((one) => one.transitions.some((transition) => needed.includes(transition)));
}

/** Whether a transition follows an observance a year later, at the same local time and by one of its rules. */
function continues(observance: Observance, next: Transition, rules: readonly string[]): boolean {
  const last = observance.transitions.at(-1)!;
  const [before, after] = [last, next].map((one) => utcText(localDate(one)));
  const isYearLater = Number(after!.slice(0, 4)) === Number(before!.slice(0, 4)) + 1;
  const isAlike = before!.slice(11) === after!.slice(11) && last.from === next.from && last.to === next.to;
  return isYearLater && isAlike && observance.rules.some((rule) => rules.includes(rule));
}

/** The yearly rules that give a day, common ones first: 2nd Sunday, last Sunday, Sunday from 8 to 14, 8th. */
function yearlyRules(date: Date): string[] {
  const [month, day, weekday] = [date.getUTCMonth(), date.getUTCDate(), WEEKDAYS[date.getUTCDay()]!];
  const monthLength = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const nth = Math.ceil(day / 7);
  const week = (first: number) => Array.from({ length: 7 }, (_, offset) => first + offset);
  const rules = [
    ...(nth < 5 ? [`BYDAY=${nth}${weekday}`] : []),
    ...(day + 7 > monthLength ? [`BYDAY=-1${weekday}`] : []),
    ...week(day - 6)
      .reverse()
      .filter((first) => first > 0 && first + 6 <= monthLength)
      .map((first) => `BYDAY=${weekday};BYMONTHDAY=${week(first).join()}`),
    `BYMONTHDAY=${day}`,
  ];
  return rules.map((rule) => `BYMONTH=${month + 1};${rule}`);
}

/** @param endlessYear rules that hold up to this year have no end */
function properties(timezone: string, { transitions, rules }: Observance, endlessYear: number): Property[] {
  const { at, from, to } = transitions[0]!;
  const last = transitions.at(-1)!;
  const isEndless = localDate(last).getUTCFullYear() === endlessYear;
  const until = isEndless ? '' : `;UNTIL=${utcTime(utcText(new Date(last.at))).replace(/[-:]/g, '')}`;
  return [
    ['dtstart', {}, 'date-time', localTime(utcText(localDate({ at, from })))],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
    text('tzname', zoneAbbreviation(timezone, new Date(at))),
    ...(transitions.length > 1 ? [recurrenceRule(`FREQ=YEARLY;${rules[0]}${until}`)] : []),
  ];
}

/** The local time of a transition before the change, as if in UTC. */
function localDate({ at, from }: Pick<Transition, 'at' | 'from'>): Date {
  return new Date(at + from * MINUTE);
}

/** The transitions from the beginning of a year to the end of another one, after one for the offset at the beginning. */
function transitionsBetween(timezone: string, first: number, last: number): readonly Transition[] {
  const key = `${timezone} ${first} ${last}`;
  const cached = transitionCache.get(key);
  if (cached) return cached;
  const [start, end] = [first, last + 1].map((year) =>
    momentFromLocal(utcText(new Date(Date.UTC(year, 0))), timezone).utc.getTime(),
  );
  const offset = zoneOffset(timezone, start!);
  const transitions: Transition[] = [{ at: start!, from: offset, to: offset }];
  for (let at = start!; at < end!; at += STEP) {
    const next = Math.min(at + STEP, end!);
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

/** Formats an offset as `-05:00` or `+05:30`, with seconds if the zone had such an offset. */
function offsetText(minutes: number): string {
  const time = utcText(new Date(Math.round(Math.abs(minutes) * 60) * 1000)).slice(11);
  return (minutes < 0 ? '-' : '+') + time.replace(/:00$/, '');
}
