import { type EventStatus } from '../events/states.js';
import { type Entry } from '../list/entries.js';
import { isMomentOf } from '../datetime/moment.js';
import { contentLine, dayValue, escapedText, parameter, timeValue } from './content-lines.js';
import { mailto } from './mailto.js';
import { plainText } from './plain-text.js';
import { type EventWith, placeLine, pointOf } from './shown-event.js';
import { tzid } from './vtimezone.js';

/** What a calendar file tells of an event. */
export const TOLD = [
  ...(['id', 'language', 'title', 'description', 'url', 'image', 'online_url', 'event_status'] as const),
  ...(['date_utc', 'modified_utc', 'all_day', 'timezone', 'start_date', 'end_date'] as const),
  ...(['utc_start_date', 'utc_end_date', 'venue', 'organizer', 'categories'] as const),
] as const;
export type ToldEvent = EventWith<typeof TOLD>;

const DAY = 24 * 60 * 60_000;

/** All but what it is called by, and when it is: lines. */
export function properties({ shown, revision }: Entry<ToldEvent>): string {
  const modified = instant(shown.modified_utc);
  return ''.concat(
    contentLine('DTSTAMP', modified),
    contentLine('CREATED', instant(shown.date_utc)),
    contentLine('LAST-MODIFIED', modified),
    contentLine('SEQUENCE', String(revision)),
    contentLine(`SUMMARY;LANGUAGE=${shown.language}`, escapedText(shown.title)),
    description(shown),
    places(shown),
    contentLine('URL', shown.url),
    categories(shown),
    organizer(shown),
    shown.image ? contentLine('IMAGE;DISPLAY=BADGE;VALUE=URI', shown.image.url) : '',
    // Where people meet on the web.
    shown.online_url === null ? '' : contentLine('CONFERENCE;VALUE=URI', shown.online_url),
    contentLine('STATUS', STATUSES[shown.event_status]),
  );
}

/** What iCalendar has words for; a change of time or place, and that no seat is left, is for the texts to say. */
const STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'CONFIRMED',
  cancelled: 'CANCELLED',
  postponed: 'TENTATIVE',
  rescheduled: 'CONFIRMED',
  moved_online: 'CONFIRMED',
  full: 'CONFIRMED',
};

/** `2027-06-21 23:30:00` in UTC as values hold it. */
export function instant(utc: string): string {
  return `${timeValue(utc)}Z`;
}

/** Days for whole days; else the clock of the event's zone, and UTC where that clock does not tell the moment. */
export function times(shown: ToldEvent): string {
  const start = shown.all_day
    ? contentLine('DTSTART;VALUE=DATE', dayValue(shown.start_date))
    : time('DTSTART', shown.start_date, shown.utc_start_date, shown.timezone);
  return start + end(shown);
}

/** @param wall on the last one */
export function endOfDays(wall: string): string {
  return contentLine('DTEND;VALUE=DATE', dayValue(dayAfter(wall)));
}

function end(shown: ToldEvent): string {
  if (shown.all_day) return endOfDays(shown.end_date);
  // An end has to be later than the start; without one, the event takes no time.
  if (shown.utc_end_date === shown.utc_start_date) return '';
  return time('DTEND', shown.end_date, shown.utc_end_date, shown.timezone);
}

function time(name: string, wall: string, utc: string, timezone: string): string {
  const isTold = timezone !== 'UTC' && isMomentOf(wall, timezone, utc);
  return isTold ? contentLine(inZone(name, timezone), timeValue(wall)) : contentLine(name, instant(utc));
}

/** A property whose value goes by the clock of a zone. */
export function inZone(name: string, timezone: string): string {
  return `${name};TZID=${parameter(tzid(timezone))}`;
}

/** The day after that of a wall clock reading. */
function dayAfter(wall: string): string {
  return new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + DAY).toISOString();
}

function description({ description: html, language }: ToldEvent): string {
  if (html === null) return '';
  const text = contentLine(`DESCRIPTION;LANGUAGE=${language}`, escapedText(plainText(html)));
  return text + contentLine('X-ALT-DESC;FMTTYPE=text/html', escapedText(html));
}

/** One line for all places, since events have one LOCATION; coordinates of the first. */
function places({ venue }: ToldEvent): string {
  const [first] = venue;
  if (!first) return '';
  const point = pointOf(first);
  const line = contentLine(`LOCATION;LANGUAGE=${first.language}`, escapedText(venue.map(placeLine).join('; ')));
  return point ? line + contentLine('GEO', `${point.lat};${point.lng}`) : line;
}

/** A line for each language that they are named in. */
function categories({ categories: terms }: ToldEvent): string {
  const languages = [...new Set(terms.map(({ language }) => language))];
  const named = languages.map((language) => {
    const names = terms.filter((term) => term.language === language).map(({ name }) => escapedText(name));
    return contentLine(`CATEGORIES;LANGUAGE=${language}`, names.join());
  });
  return named.join('');
}

/** The first that can be written to: an organizer without an address cannot be told here. */
function organizer({ organizer: organizers }: ToldEvent): string {
  const { organizer: name, email } = organizers.find((one) => one.email !== null) ?? {};
  return name && email ? contentLine(`ORGANIZER;CN=${parameter(name)}`, mailto(email)) : '';
}
