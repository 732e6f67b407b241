import { type Language, type PerLanguage } from '../languages/language.js';
import { type ShownEvent } from './shown-event.js';

/** When an event takes place, and where: `Monday, June 21, 2027, 7:30 – 10:00 PM EDT · Massey Hall, Toronto`. */
export function whenAndWhere(event: ShownEvent, language: Language): string {
  return [
    when(event, language),
    ...event.venue.map(({ venue, city }) => [venue, city].filter(Boolean).join(', ')),
  ].join(' · ');
}

/** By the clock of the event: its readings are told as they are, whatever zone they are of. */
function when(event: ShownEvent, language: Language): string {
  const [start, end] = [event.start_date, event.end_date].map((wall) => new Date(`${wall.replace(' ', 'T')}Z`));
  const { days, times } = FORMATS[language];
  if (event.all_day) return days.formatRange(start!, end!);
  return `${times.formatRange(start!, end!)} ${event.timezone_abbr}`;
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
