import { dayNumber, dayText } from './days.js';

/** The first and the last day of a span, `YYYY-MM-DD`. */
export interface DateSpan {
  readonly first: string;
  readonly last: string;
}

type Unit = 'week' | 'weekend' | 'month' | 'year';

const ENGLISH = /^(this|next) (week|week-?end|month|year)$/;

/** French puts “next” before or after the noun: `la semaine prochaine`, `le prochain week-end`. */
const FRENCH =
  /^(?:(ce|cette|cet|l[ea]|l') ?)?(prochaine? )?(fin de semaine|semaine|week-?end|mois|année|an)(-ci| prochaine?)?$/;

const FRENCH_UNITS: Readonly<Record<string, Unit>> = {
  semaine: 'week',
  'fin de semaine': 'weekend',
  weekend: 'weekend',
  mois: 'month',
  année: 'year',
  an: 'year',
};

const MONDAY = 1;
const SATURDAY = 6;

/**
 * Parses words for a span: this or next week, weekend, month or year, in English or French. Weeks begin on Monday; the
 * weekend is Saturday and Sunday, and on these days “this weekend” is the current one.
 * @returns a function of the current day, `YYYY-MM-DD`; undefined for other texts
 */
export function parseSpan(text: string): ((today: string) => DateSpan) | undefined {
  const words = text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'");
  const named = inEnglish(words) ?? inFrench(words);
  return named && ((today) => spanOf(named.unit, named.isNext ? 1 : 0, today));
}

function inEnglish(words: string): { unit: Unit; isNext: boolean } | undefined {
  const [, which, unit] = ENGLISH.exec(words) ?? [];
  return unit === undefined ? undefined : { unit: unit.replace('-', '') as Unit, isNext: which === 'next' };
}

function inFrench(words: string): { unit: Unit; isNext: boolean } | undefined {
  const [, article, before, unit, after] = FRENCH.exec(words) ?? [];
  if (unit === undefined) return undefined;
  const isNext = before !== undefined || after?.startsWith(' prochain') === true;
  const isThis = article === 'ce' || article === 'cet' || article === 'cette';
  return isNext === isThis ? undefined : { unit: FRENCH_UNITS[unit.replace('-', '')]!, isNext };
}

function spanOf(unit: Unit, ahead: number, today: string): DateSpan {
  const [year, month] = today.split('-').map(Number) as [number, number];
  if (unit === 'year') return { first: `${year + ahead}-01-01`, last: `${year + ahead}-12-31` };
  if (unit === 'month') return { first: dayOf(year, month + ahead, 1), last: dayOf(year, month + ahead + 1, 0) };
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  const monday = dayNumber(today) - weekday + MONDAY + 7 * ahead;
  return { first: dayText(unit === 'week' ? monday : monday + SATURDAY - MONDAY), last: dayText(monday + 6) };
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
