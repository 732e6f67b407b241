import { type Language } from '../../../lib/i18n/language.js';
import { capitalized, inWords } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';
import { type CalendarData } from './calendar-page.service.js';

/**
 * The heading of the calendar: the month, the days that a list is limited to, or that it has what is coming.
 * @param given the parameters of the page, of which `from` and `to` may be words such as `this weekend`
 */
export function headingOf(data: CalendarData, given: Readonly<Record<string, string>>, language: Language): string {
  const { isOfMonth, month, span, today } = data;
  const texts = textsIn(language);
  if (isOfMonth) return capitalized(inWords('month', month, language));
  const named = { today: texts.today, tomorrow: texts.tomorrow, 'this weekend': texts.thisWeekend };
  if (given.from !== undefined && given.from === given.to && given.from in named)
    return named[given.from as keyof typeof named];
  if (!span) return data.isDated ? texts.events : texts.upcoming;
  const { first, last } = span;
  if (first === last) return capitalized(inWords('dayOfYear', first, language));
  const from = inWords('date', first, language);
  if (last !== undefined) return capitalized(texts.fromTo(from, inWords('date', last, language)));
  return first === today ? texts.upcoming : texts.since(from);
}
