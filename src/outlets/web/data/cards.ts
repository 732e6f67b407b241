import { type FeedEvent } from '../../feeds/feed-event.js';
import { STATUS_LABELS } from '../../../calendar/events/states.js';
import { type ImageDto } from '../../../calendar/records/images/image.dto.js';
import { dayNumber, dayText } from '../../../lib/datetime/days.js';
import { momentFromInstant, parseAsUtc } from '../../../lib/datetime/moment.js';
import { zoneAbbreviation } from '../../../lib/datetime/zone.js';
import { type Language } from '../../../lib/i18n/language.js';
import { inWords } from '../texts/dates.js';
import { textsIn } from '../texts/texts.js';
import { type Links } from './links.js';

/** The fields of events that lists of pages show. */
export const CARD_FIELDS = [
  ...['id', 'title', 'url', 'language', 'image', 'all_day', 'start_date', 'end_date', 'utc_start_date', 'utc_end_date'],
  ...['starts_at', 'timezone', 'cost', 'event_status', 'attendance', 'occurrence', 'password_protected', 'featured'],
  ...['venue.venue', 'venue.city'],
];

/** From this number of days on, an event is shown once, as ongoing, and not on each of its days. */
export const LONG_DAYS = 7;

/** An event in a list, with all texts in the language of the page. */
export interface Card {
  readonly id: number;
  readonly title: string;
  readonly href: string;
  /** The language of the title, if it is not that of the page. */
  readonly lang: Language | undefined;
  readonly image: ImageDto | null;
  /** Days in the zone of the site, `YYYY-MM-DD`. */
  readonly first: string;
  readonly last: string;
  readonly startsAt: string;
  /** The start in UTC, to compare. */
  readonly start: string;
  readonly series: number | null;
  /** `6:30 p.m.`; undefined for whole days. */
  readonly time: string | undefined;
  readonly endTime: string | undefined;
  readonly place: string;
  readonly cost: string | null;
  readonly status: string | undefined;
  readonly isCancelled: boolean;
  readonly isFeatured: boolean;
  readonly isLocked: boolean;
  readonly hasEnded: boolean;
}

/** The page that shows a card: its language, time zone, links and time. */
export interface CardScope {
  readonly language: Language;
  readonly timezone: string;
  readonly links: Links;
  readonly now: Date;
}

/** The first and the last day and the local times of an event in the zone of the site. Whole days have no zone. */
export function localTimes(event: FeedEvent, timezone: string) {
  const [start, end] = [event.utc_start_date, event.utc_end_date].map(
    (utc) => momentFromInstant(new Date(parseAsUtc(utc)), timezone).local,
  ) as [string, string];
  if (event.all_day)
    return { start: event.start_date, end: event.end_date, ...daysOf(event.start_date, event.end_date) };
  return { start, end, ...daysOf(start, end) };
}

/** An event that ends at midnight is not on the day that begins then. */
function daysOf(start: string, end: string): { first: string; last: string } {
  const [first, last] = [start.slice(0, 10), end.slice(0, 10)];
  const endsAtMidnight = end.slice(11) === '00:00:00' && last > first;
  return { first, last: endsAtMidnight ? dayText(dayNumber(last) - 1) : last };
}

export function cardOf(event: FeedEvent, { language, timezone, links, now }: CardScope): Card {
  const { start, end, first, last } = localTimes(event, timezone);
  const status = event.event_status;
  const startsElsewhere = event.timezone !== timezone && !event.all_day;
  const zone = startsElsewhere
    ? ` ${zoneAbbreviation(timezone, new Date(parseAsUtc(event.utc_start_date)), language)}`
    : '';
  return {
    id: event.id,
    title: event.title,
    href: links.local(event.url),
    lang: event.language === language ? undefined : event.language,
    image: event.image,
    first,
    last,
    startsAt: event.starts_at,
    start: event.utc_start_date,
    series: event.occurrence?.series ?? null,
    time: event.all_day ? undefined : inWords('time', start, language) + zone,
    endTime: event.all_day || start === end ? undefined : inWords('time', end, language) + zone,
    place: placeOf(event, language),
    cost: event.cost,
    status: status === 'scheduled' ? undefined : STATUS_LABELS[language][status],
    isCancelled: status === 'cancelled' || status === 'postponed',
    isFeatured: event.featured,
    isLocked: event.password_protected,
    hasEnded: parseAsUtc(event.utc_end_date) < now.getTime(),
  };
}

/** `Town Hall, Laval`, or that the event is online. */
function placeOf({ venue, attendance, event_status: status }: FeedEvent, language: Language): string {
  const [place] = venue;
  const texts = textsIn(language);
  if (!place) return attendance === 'offline' && status !== 'moved_online' ? '' : texts.online;
  const { venue: name, city } = place;
  return city && !name.includes(city) ? `${name}, ${city}` : name;
}

/** The number of days of a card. */
export function lengthOf({ first, last }: Card): number {
  return dayNumber(last) - dayNumber(first) + 1;
}
