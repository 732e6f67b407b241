import { RRule, RRuleSet, rrulestr } from 'rrule';
import { asLocal, asUtc } from '../i18n';

/** A recurrence as the API has it. */
export interface Recurrence {
  readonly rrule?: string | null;
  readonly exdates?: readonly string[];
  readonly rdates?: readonly string[];
}

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A rule in the parts that the form has inputs for. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** The days of a weekly rule, such as TU and TH. It has none if it follows the day of the start. */
  readonly days: readonly string[];
  /** Whether a monthly rule names a weekday, such as the second Tuesday, and not a day of the month. */
  readonly isByWeekday: boolean;
  /** A day, such as 2027-08-31; empty while it is to be given. */
  readonly until?: string;
  readonly count?: number;
}

export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** The weekday of a day, such as TU. */
export const dayOf = (start: string): string => DAYS[(asUtc(start).getUTCDay() + 6) % 7] ?? 'MO';

/** Which weekday of its month a day is: 1 to 4, or -1 for the last where there is a fifth. */
export function ordinalOf(start: string): 1 | 2 | 3 | 4 | -1 {
  const ordinal = Math.ceil(asUtc(start).getUTCDate() / 7);
  return ordinal > 4 ? -1 : (ordinal as 1 | 2 | 3 | 4);
}

const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL', 'COUNT', 'WKST'];

/** The parts of a rule; undefined where the form has no inputs for it, so that it is edited as text. */
export function parseRule(text: string, start: string): Rule | undefined {
  const entries = text
    .replace(/^RRULE:/i, '')
    .split(';')
    .filter(Boolean);
  const parts = Object.fromEntries(entries.map((part) => part.toUpperCase().split('='))) as Record<string, string>;
  const frequency = parts.FREQ as Frequency;
  if (!['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(frequency)) return undefined;
  if (Object.keys(parts).some((name) => !PARTS.includes(name))) return undefined;
  const days = parts.BYDAY?.split(',') ?? [];
  const isByWeekday = frequency === 'MONTHLY' && days.length === 1 && days[0] === `${ordinalOf(start)}${dayOf(start)}`;
  const arePlain = frequency === 'WEEKLY' && days.every((day) => DAYS.includes(day as (typeof DAYS)[number]));
  if (days.length > 0 && !isByWeekday && !arePlain) return undefined;
  return {
    ...{ frequency, isByWeekday, interval: Number(parts.INTERVAL ?? 1), days: isByWeekday ? [] : days },
    // A year with a digit too many stays one, so that the input shows what is typed.
    until: parts.UNTIL?.replace(/^(\d{4,})(\d\d)(\d\d)(?:T.*)?$/, '$1-$2-$3'),
    count: parts.COUNT ? Number(parts.COUNT) : undefined,
  };
}

/** The text of a rule. Until is the end of its day, so that the last occurrence belongs to it at any hour. */
export function formatRule({ frequency, interval, days, isByWeekday, until, count }: Rule, start: string): string {
  const byDay = isByWeekday ? [`${ordinalOf(start)}${dayOf(start)}`] : frequency === 'WEEKLY' ? days : [];
  return [
    `FREQ=${frequency}`,
    interval > 1 && `INTERVAL=${interval}`,
    byDay.length > 0 && `BYDAY=${byDay.join(',')}`,
    until && `UNTIL=${until.replaceAll('-', '')}T235959`,
    until === '' && 'UNTIL=',
    count && `COUNT=${count}`,
  ]
    .filter(Boolean)
    .join(';');
}

/** The service keeps at most so many dates of a series. */
const MOST = 750;

export interface SeriesDates {
  /** Local times; of a series without an end, the first ones. */
  readonly dates: string[];
  readonly isEndless: boolean;
}

/** The dates of a series; undefined where the rule cannot be read. */
export function datesOf(recurrence: Recurrence, start: string): SeriesDates | undefined {
  try {
    const set = setOf(recurrence, start);
    const isEndless = set.rrules().some(({ options }) => !options.until && !options.count);
    const most = isEndless ? 5 : MOST;
    return { dates: set.all((_date, index) => index < most).map(asLocal), isEndless };
  } catch {
    return undefined;
  }
}

const DAY = 86_400_000;

/** The days that a series leaves out, and on which it has no date anyway. */
export function idleDays({ exdates = [], ...others }: Recurrence, start: string): string[] {
  try {
    const set = setOf(others, start);
    const dayAt = (day: string) => asUtc(day.slice(0, 10));
    return exdates.filter(
      (day) => set.between(dayAt(day), new Date(dayAt(day).getTime() + DAY - 1), true).length === 0,
    );
  } catch {
    return [];
  }
}

function setOf({ rrule, exdates = [], rdates = [] }: Recurrence, start: string): RRuleSet {
  const set = new RRuleSet();
  const dtstart = asUtc(start);
  if (rrule) {
    // A last day that is not given yet is an empty UNTIL, which the service refuses.
    const { origOptions } = rrulestr(rrule.replace(/^RRULE:/i, '').replace(/;UNTIL=$/, ''));
    set.rrule(new RRule({ ...origOptions, dtstart }));
  }
  set.rdate(dtstart);
  const time = start.slice(10);
  for (const day of exdates) set.exdate(asUtc(day.length > 10 ? day : day + time));
  for (const day of rdates) set.rdate(asUtc(day.length > 10 ? day.slice(0, 16) + ':00' : day + time));
  return set;
}
