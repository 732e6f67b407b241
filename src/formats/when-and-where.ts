import { type Language, type PerLanguage } from '../languages/language.js';
import { dayInWords } from '../values/time/day-in-words.js';
import { type EventWith } from './shown-event.js';

/** What is told of. */
export const WHEN_AND_WHERE = ['start_date', 'end_date', 'all_day', 'timezone_abbr', 'venue'] as const;
type Told = EventWith<typeof WHEN_AND_WHERE>;

/** When an event takes place, and where: `Monday, June 21, 2027, 7:30 – 10:00 PM EDT · Massey Hall, Toronto`. */
export function whenAndWhere(event: Told, language: Language): string {
  return [
    when(event, language),
    ...event.venue.map(({ venue, city }) => [venue, city].filter(Boolean).join(', ')),
  ].join(' · ');
}

/** By the clock of the event: its readings are told as they are, whatever zone they are of. */
function when(event: Told, language: Language): string {
  const [start, end] = [event.start_date, event.end_date].map((wall) => new Date(`${wall.replace(' ', 'T')}Z`));
  const { days, times } = FORMATS[language];
  const told = (format: Intl.DateTimeFormat) => dayInWords(format.formatRangeToParts(start!, end!), language);
  return event.all_day ? told(days) : `${told(times)} ${event.timezone_abbr}`;
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
