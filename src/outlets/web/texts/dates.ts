import { dayInWords } from '../../../lib/datetime/date-time-words.js';
import { parseAsUtc } from '../../../lib/datetime/moment.js';
import { type Language, type PerLanguage } from '../../../lib/i18n/language.js';

/** Local times are formatted as if they were in UTC, so that nothing is converted. */
const LOCAL = { timeZone: 'UTC' } as const;
const LOCALES: PerLanguage<string> = { en: 'en-CA', fr: 'fr-CA' };

const STYLES = {
  /** Friday, November 27 */
  day: { weekday: 'long', month: 'long', day: 'numeric' },
  /** Friday, November 27, 2026 */
  dayOfYear: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  /** November 27, 2026 */
  date: { month: 'long', day: 'numeric', year: 'numeric' },
  /** Fri., Nov. 27 */
  shortDay: { weekday: 'short', month: 'short', day: 'numeric' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
  /** Nov */
  shortMonth: { month: 'short' },
  /** Friday */
  weekday: { weekday: 'long' },
  /** Fri. */
  shortWeekday: { weekday: 'short' },
  /** 6:30 p.m. */
  time: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof STYLES;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes a thousand times longer than using it. */
function formatter(style: Style, language: Language): Intl.DateTimeFormat {
  const key = `${style} ${language}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...STYLES[style], ...LOCAL });
  formatters.set(key, known);
  return known;
}

/** Formats a local time or day (`YYYY-MM-DD[ HH:MM:SS]`, or `YYYY-MM`) in words. */
export function inWords(style: Style, local: string, language: Language): string {
  const day = local.length === 7 ? `${local}-01` : local;
  const parts = formatter(style, language).formatToParts(parseAsUtc(day));
  const text = dayInWords(parts, language);
  // English times leave out full hours' minutes, as French ones do. No line breaks within a time.
  return style === 'time' ? text.replace(/:00(?=\s)/, '').replace(/\s/g, '\u00A0') : text;
}

const SECONDS = { second: 1, minute: 60, hour: 60 * 60 };

/** A duration in its largest unit of which it has at least one and a half, rounded up: `90 minutes`, `2 hours`. */
export function durationInWords(seconds: number, language: Language): string {
  const unit = (['hour', 'minute'] as const).find((one) => seconds > 1.5 * SECONDS[one]) ?? 'second';
  const format = new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / SECONDS[unit])).replace(/\s/g, '\u00A0');
}

/** A text with its first letter in upper case: French days and months are written small inside sentences only. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The names of the days of a week that begins on Sunday, as in Québec. */
export function weekdays(language: Language): readonly { readonly long: string; readonly short: string }[] {
  // 2026-11-01 was a Sunday.
  return Array.from({ length: 7 }, (_, index) => {
    const day = `2026-11-0${index + 1}`;
    return {
      long: inWords('weekday', day, language),
      short: inWords('shortWeekday', day, language).replace('.', ''),
    };
  });
}
