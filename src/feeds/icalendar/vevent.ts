import { type FeedContext } from '../../extension-api/format.js';
import { type EventStatus } from '../../events/states.js';
import { type Entry } from '../../list/entries.js';
import { isMomentOf } from '../../datetime/moment.js';
import { mailto } from '../mailto.js';
import { plainText } from '../plain-text.js';
import { titleWithState } from '../state-words.js';
import { type EventWith, placeLine, pointOf } from '../shown-event.js';
import { localTime, type Property, text, uri, utcTime } from './jcal.js';
import { tzid } from './vtimezone.js';
import { dayNumber, dayText } from '../../datetime/days.js';

/** The fields that iCalendar uses. */
export const TOLD = [
  ...([
    'id',
    'language',
    'title',
    'description',
    'url',
    'image',
    'online_url',
    'event_status',
    'event_status_reason',
  ] as const),
  ...(['date_utc', 'modified_utc', 'all_day', 'timezone', 'start_date', 'end_date'] as const),
  ...(['utc_start_date', 'utc_end_date', 'venue', 'organizer', 'categories'] as const),
] as const;
export type ToldEvent = EventWith<typeof TOLD>;

/** All properties but UID and times. */
export function properties({ shown, revision }: Entry<ToldEvent>, { language, plainTitles }: FeedContext): Property[] {
  const modified = utcTime(shown.modified_utc);
  const title = plainTitles ? shown.title : titleWithState(shown.title, shown.event_status, language);
  const reason = shown.event_status_reason;
  return [
    ['dtstamp', {}, 'date-time', modified],
    ['created', {}, 'date-time', utcTime(shown.date_utc)],
    ['last-modified', {}, 'date-time', modified],
    ['sequence', {}, 'integer', revision],
    text('summary', title, shown.language),
    ...(reason ? [text('comment', reason, shown.language)] : []),
    ...description(shown),
    ...places(shown),
    uri('url', shown.url),
    ...categories(shown),
    ...organizer(shown),
    ...(shown.image ? [uri('image', shown.image.url, { display: 'BADGE' })] : []),
    // The address of the online meeting.
    ...(shown.online_url === null ? [] : [uri('conference', shown.online_url)]),
    text('status', STATUSES[shown.event_status]),
  ];
}

/** STATUS. iCalendar has no value for moved or full events. */
const STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'CONFIRMED',
  cancelled: 'CANCELLED',
  postponed: 'TENTATIVE',
  rescheduled: 'CONFIRMED',
  moved_online: 'CONFIRMED',
  full: 'CONFIRMED',
};

/** Days for all-day events; else local time, or UTC if the local time is ambiguous. */
export function times(shown: ToldEvent): Property[] {
  const { start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd, timezone } = shown;
  if (shown.all_day) return [['dtstart', {}, 'date', start.slice(0, 10)], endOfDays(end)];
  const begins = time('dtstart', start, utcStart, timezone);
  // DTEND must be later than DTSTART; an event without DTEND has no duration.
  return utcEnd === utcStart ? [begins] : [begins, time('dtend', end, utcEnd, timezone)];
}

/** @param local a time on the last day; DTEND is the day after it */
export function endOfDays(local: string): Property {
  return ['dtend', {}, 'date', dayText(dayNumber(local) + 1)];
}

function time(name: string, local: string, utc: string, timezone: string): Property {
  const isLocal = timezone !== 'UTC' && isMomentOf(local, timezone, utc);
  return isLocal ? [name, inZone(timezone), 'date-time', localTime(local)] : [name, {}, 'date-time', utcTime(utc)];
}

export function inZone(timezone: string): { tzid: string } {
  return { tzid: tzid(timezone) };
}

/** The reason of the status and the text, since most programs do not show COMMENT. */
function description({ description: html, event_status_reason: reason, language }: ToldEvent): Property[] {
  const parts = [reason, html && plainText(html)].filter(Boolean);
  return [
    ...(parts.length > 0 ? [text('description', parts.join('\n\n'), language)] : []),
    ...(html === null ? [] : [['x-alt-desc', { fmttype: 'text/html' }, 'text', html] satisfies Property]),
  ];
}

/** All venues on one line, since events have one LOCATION, and the coordinates of the first. */
function places({ venue }: ToldEvent): Property[] {
  const [first] = venue;
  if (!first) return [];
  const point = pointOf(first);
  return [
    text('location', venue.map(placeLine).join('; '), first.language),
    ...(point ? [['geo', {}, 'float', [point.lat, point.lng]] satisfies Property] : []),
  ];
}

/** One property for each language of the names. */
function categories({ categories: terms }: ToldEvent): Property[] {
  const languages = [...new Set(terms.map(({ language }) => language))];
  return languages.map((language): Property => [
    'categories',
    { language },
    'text',
    ...terms.filter((term) => term.language === language).map(({ name }) => name),
  ]);
}

/** The first organizer with an e-mail address: ORGANIZER needs one. */
function organizer({ organizer: organizers }: ToldEvent): Property[] {
  const { organizer: name, email } = organizers.find((one) => one.email !== null) ?? {};
  return name && email ? [['organizer', { cn: name }, 'cal-address', mailto(email)]] : [];
}
