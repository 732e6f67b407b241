import { type FeedEvent } from '../../feeds/feed-event.js';
import { parseAsUtc } from '../../../lib/datetime/moment.js';
import { zoneAbbreviation } from '../../../lib/datetime/zone.js';
import { type Language } from '../../../lib/i18n/language.js';
import { capitalized, inWords } from './dates.js';
import { textsIn } from './texts.js';

/** When an event takes place: the day or days, and the times where one line has not said them. */
export interface When {
  readonly days: string;
  readonly times: string | undefined;
}

/**
 * When an event takes place, in its own time zone, which is named where it is not that of the site.
 * @param timezone of the site
 */
export function whenInWords(event: FeedEvent, timezone: string, language: Language): When {
  const texts = textsIn(language);
  const { start_date: start, end_date: end, all_day: isAllDay } = event;
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
  const day = capitalized(inWords('dayOfYear', first, language));
  if (isAllDay && first === last) return { days: day, times: texts.allDay };
  if (isAllDay) {
    const [from, to] = [first, last].map((one) => inWords('date', one, language)) as [string, string];
    return { days: capitalized(texts.fromTo(from, to)), times: undefined };
  }
  const [zone, endZone] = event.timezone === timezone ? ['', ''] : zonesOf(event, language);
  const [from, to] = [start, end].map((local) => inWords('time', local, language)) as [string, string];
  if (start === end) return { days: day, times: `${from}${zone}` };
  if (first === last) {
    const begin = zone === endZone ? from : `${from}${zone}`;
    return { days: day, times: texts.fromToTimes(begin, `${to}${endZone}`) };
  }
  const [begin, finish] = [
    texts.timeAt(inWords('date', first, language), `${from}${zone}`),
    texts.timeAt(inWords('date', last, language), `${to}${endZone}`),
  ];
  return { days: capitalized(texts.fromTo(begin, finish)), times: undefined };
}

/** The abbreviations of the zone at the start and the end of an event, with a no-break space. */
function zonesOf(event: FeedEvent, language: Language): [string, string] {
  return [event.utc_start_date, event.utc_end_date].map(
    (utc) => `\u00A0${zoneAbbreviation(event.timezone, new Date(parseAsUtc(utc)), language)}`,
  ) as [string, string];
}
