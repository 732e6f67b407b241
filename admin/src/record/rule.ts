import { asUtc } from '../i18n';

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

/** The choices of how an event repeats. */
export const CHOICES = ['none', 'daily', 'weekly', 'monthlyDate', 'monthlyWeekday', 'yearly', 'custom'] as const;

export type Choice = (typeof CHOICES)[number];

export const FREQUENCIES: Readonly<Partial<Record<Choice, Frequency>>> = {
  daily: 'DAILY',
  weekly: 'WEEKLY',
  monthlyDate: 'MONTHLY',
  monthlyWeekday: 'MONTHLY',
  yearly: 'YEARLY',
};

/** The choice that a rule is; without inputs for it, another rule. */
export function choiceOf(rule: Rule | undefined): Choice {
  if (!rule) return 'custom';
  if (rule.frequency === 'MONTHLY') return rule.isByWeekday ? 'monthlyWeekday' : 'monthlyDate';
  return CHOICES.find((choice) => FREQUENCIES[choice] === rule.frequency) ?? 'custom';
}

/** A day of each weekday, from which its name is made. */
export const WEEK_DAYS: Readonly<Record<string, string>> = Object.fromEntries(
  DAYS.map((day, index) => [day, `2027-02-0${index + 1}`]),
);
