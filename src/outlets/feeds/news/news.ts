import { type Language, type PerLanguage } from '../../../lib/i18n/language.js';
import { xmlText } from '../xml.js';
import { type FeedEvent, statusText } from '../feed-event.js';
import { dayInWords } from '../../../lib/datetime/date-time-words.js';
import { zoneAbbreviation } from '../../../lib/datetime/zone.js';
import { parseAsUtc } from '../../../lib/datetime/moment.js';

/** The time and place of an event: `Monday, June 21, 2027, 7:30 – 10:00 PM EDT · Massey Hall, Toronto`. */
function whenAndWhere(event: FeedEvent, language: Language): string {
  return [
    formatTimes(event, language),
    ...event.venue.map(({ venue, city }) => [venue, city].filter(Boolean).join(', ')),
  ].join(' · ');
}

/** Formats local times without converting them. */
function formatTimes(event: FeedEvent, language: Language): string {
  const [start, end] = [event.start_date, event.end_date].map((local) => new Date(parseAsUtc(local)));
  const { days, times } = FORMATS[language];
  if (event.all_day) return dayInWords(days.formatRangeToParts(start!, end!), language);
  const parts = times.formatRangeToParts(start!, end!);
  const [before, after] = [event.utc_start_date, event.utc_end_date].map((utc) =>
    zoneAbbreviation(event.timezone, new Date(parseAsUtc(utc)), language),
  );
  if (before === after) return `${dayInWords(parts, language)} ${after}`;
  // If the offset changes during the event, each of the two times has its abbreviation.
  const second = parts.findLastIndex(({ source }) => source === 'startRange') + 1;
  if (second === 0) return `${dayInWords(parts, language)} ${before}–${after}`;
  return `${dayInWords(parts.slice(0, second), language)} ${before}${dayInWords(parts.slice(second), language)} ${after}`;
}

const FORMATS: PerLanguage<{ days: Intl.DateTimeFormat; times: Intl.DateTimeFormat }> = {
  en: formats('en-CA'),
  fr: formats('fr-CA'),
};

function formats(locale: string): { days: Intl.DateTimeFormat; times: Intl.DateTimeFormat } {
  const day = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return {
    days: new Intl.DateTimeFormat(locale, day),
    times: new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }),
  };
}

/** The description of a news feed. */
export const FEED_DESCRIPTIONS: PerLanguage<(siteName: string) => string> = {
  en: (siteName) => `What is new in the calendar of ${siteName}`,
  fr: (siteName) => `Les nouveautés du calendrier : ${siteName}`,
};

/** The HTML of an event in a feed: when and where it takes place, and its text. */
export function newsHtml(event: FeedEvent, language: Language, text: string | null): string {
  const { event_status: status, event_status_reason: reason } = event;
  const state = [statusText(status, language), reason].filter(Boolean).join(' – ');
  const headline = [whenAndWhere(event, language), state].filter(Boolean).map(xmlText).join('<br />');
  return `<p><strong>${headline}</strong></p>${text ?? ''}`;
}
