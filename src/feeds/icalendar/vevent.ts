import { type FeedContext } from '../../extension-api/format.js';
import { type EventStatus } from '../../events/states.js';
import { type Entry } from '../../list/entries.js';
import { isSameMoment } from '../../datetime/moment.js';
import { mailto } from '../mailto.js';
import { plainText } from '../plain-text.js';
import { titleWithStatus } from '../status-text.js';
import { type EventFields, placeLine, pointOf } from '../feed-event.js';
import { localTime, type Property, text, uri, utcTime } from './jcal.js';
import { tzid } from './vtimezone.js';
import { dayNumber, dayText } from '../../datetime/days.js';

/** The fields that iCalendar uses. */
export const VEVENT_FIELDS = [
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
export type VeventSource = EventFields<typeof VEVENT_FIELDS>;

/** All properties but UID and times. */
export function veventProperties(
  { response, revision }: Entry<VeventSource>,
  { language, plainTitles }: FeedContext,
): Property[] {
  const modified = utcTime(response.modified_utc);
  const title = plainTitles ? response.title : titleWithStatus(response.title, response.event_status, language);
  const reason = response.event_status_reason;
  return [
    ['dtstamp', {}, 'date-time', modified],
    ['created', {}, 'date-time', utcTime(response.date_utc)],
    ['last-modified', {}, 'date-time', modified],
    ['sequence', {}, 'integer', revision],
    text('summary', title, response.language),
    ...(reason ? [text('comment', reason, response.language)] : []),
    ...description(response),
    ...locationProperties(response),
    uri('url', response.url),
    ...categories(response),
    ...organizer(response),
    ...(response.image ? [uri('image', response.image.url, { display: 'BADGE' })] : []),
    ...(response.online_url === null ? [] : [uri('conference', response.online_url)]),
    text('status', STATUSES[response.event_status]),
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

/** DTSTART and DTEND: days for all-day events, else local times, or UTC if the local time is ambiguous. */
export function timeProperties(event: VeventSource): Property[] {
  const { start_date: start, end_date: end, utc_start_date: utcStart, utc_end_date: utcEnd, timezone } = event;
  if (event.all_day) return [['dtstart', {}, 'date', start.slice(0, 10)], exclusiveEndDay(end)];
  const dtstart = time('dtstart', start, utcStart, timezone);
  // DTEND must be later than DTSTART; an event without DTEND has no duration.
  return utcEnd === utcStart ? [dtstart] : [dtstart, time('dtend', end, utcEnd, timezone)];
}

/** DTEND of an all-day event, which is exclusive: the day after the day of a local time. */
export function exclusiveEndDay(local: string): Property {
  return ['dtend', {}, 'date', dayText(dayNumber(local) + 1)];
}

function time(name: string, local: string, utc: string, timezone: string): Property {
  const isLocal = timezone !== 'UTC' && isSameMoment(local, timezone, utc);
  return isLocal
    ? [name, tzidParameter(timezone), 'date-time', localTime(local)]
    : [name, {}, 'date-time', utcTime(utc)];
}

export function tzidParameter(timezone: string): { tzid: string } {
  return { tzid: tzid(timezone) };
}

/** The reason of the status and the text, since most programs do not show COMMENT. */
function description({ description: html, event_status_reason: reason, language }: VeventSource): Property[] {
  const parts = [reason, html && plainText(html)].filter(Boolean);
  return [
    ...(parts.length > 0 ? [text('description', parts.join('\n\n'), language)] : []),
    ...(html === null ? [] : [['x-alt-desc', { fmttype: 'text/html' }, 'text', html] satisfies Property]),
  ];
}

/** All venues on one line, since events have one LOCATION, and the coordinates of the first. */
function locationProperties({ venue }: VeventSource): Property[] {
  const [first] = venue;
  if (!first) return [];
  const point = pointOf(first);
  return [
    text('location', venue.map(placeLine).join('; '), first.language),
    ...(point ? [['geo', {}, 'float', [point.lat, point.lng]] satisfies Property] : []),
  ];
}

/** One property for each language of the names. */
function categories({ categories: terms }: VeventSource): Property[] {
  const languages = [...new Set(terms.map(({ language }) => language))];
  return languages.map((language): Property => [
    'categories',
    { language },
    'text',
    ...terms.filter((term) => term.language === language).map(({ name }) => name),
  ]);
}

/** The first organizer with an e-mail address: ORGANIZER needs one. */
function organizer({ organizer: organizers }: VeventSource): Property[] {
  const { organizer: name, email } = organizers.find((one) => one.email !== null) ?? {};
  return name && email ? [['organizer', { cn: name }, 'cal-address', mailto(email)]] : [];
}
