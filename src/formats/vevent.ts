import { type EventStatus } from '../events/states.js';
import { type Language } from '../languages/language.js';
import { type Entry } from '../lists/entries.js';
import { momentOf, utcText } from '../values/time/moment.js';
import { escapedText, type Property } from './content-lines.js';
import { plainText } from './plain-text.js';
import { placeLine, pointOf, type ShownEvent } from './shown-event.js';
import { tzid } from './vtimezone.js';

const DAY = 24 * 60 * 60_000;

/** All but what it is called by, and when it is. */
export function properties(entry: Entry<ShownEvent>): Property[] {
  const { shown, revision } = entry;
  const { language } = shown;
  const modified = instant(shown.modified_utc);
  return [
    ['dtstamp', {}, 'date-time', modified],
    ['created', {}, 'date-time', instant(shown.date_utc)],
    ['last-modified', {}, 'date-time', modified],
    ['sequence', {}, 'integer', String(revision)],
    ['summary', { language }, 'text', shown.title],
    ...description(shown),
    ...places(shown),
    ['url', {}, 'uri', shown.url],
    ...categories(shown),
    ...organizer(shown),
    ...image(shown),
    ...conference(shown),
    ['status', {}, 'text', STATUSES[shown.event_status]],
  ];
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

/** `2027-06-21 23:30:00` in UTC, as jCal has it. */
export function instant(utc: string): string {
  return `${utc.replace(' ', 'T')}Z`;
}

/** Days for whole days; else the clock of the event's zone, and UTC where that clock does not tell the moment. */
export function times(shown: ShownEvent): Property[] {
  const start: Property = shown.all_day
    ? ['dtstart', {}, 'date', shown.start_date.slice(0, 10)]
    : time('dtstart', shown.start_date, shown.utc_start_date, shown.timezone);
  return [start, ...end(shown)];
}

export function end(shown: ShownEvent): Property[] {
  if (shown.all_day) return [['dtend', {}, 'date', dayAfter(shown.end_date)]];
  // An end has to be later than the start; without one, the event takes no time.
  if (shown.utc_end_date === shown.utc_start_date) return [];
  return [time('dtend', shown.end_date, shown.utc_end_date, shown.timezone)];
}

function time(name: string, wall: string, utc: string, timezone: string): Property {
  const isTold = timezone !== 'UTC' && utcText(momentOf(wall, timezone).utc) === utc;
  if (!isTold) return [name, {}, 'date-time', instant(utc)];
  return [name, { tzid: tzid(timezone) }, 'date-time', wall.replace(' ', 'T')];
}

/** The day after that of a wall clock reading. */
function dayAfter(wall: string): string {
  return new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
}

function description({ description: html, language }: ShownEvent): Property[] {
  if (html === null) return [];
  return [
    ['description', { language }, 'text', plainText(html)],
    ['x-alt-desc', { fmttype: 'text/html' }, 'unknown', escapedText(html)],
  ];
}

/** One line for all places, since events have one LOCATION; coordinates of the first. */
function places({ venue }: ShownEvent): Property[] {
  const [first] = venue;
  if (!first) return [];
  const point = pointOf(first);
  return [
    ['location', { language: first.language }, 'text', venue.map(placeLine).join('; ')],
    ...(point ? [['geo', {}, 'float', [point.lat, point.lng]] as const] : []),
  ];
}

/** A line for each language that they are named in. */
function categories({ categories: terms }: ShownEvent): Property[] {
  const languages = [...new Set(terms.map(({ language }) => language))];
  const named = (language: Language) => terms.filter((term) => term.language === language).map(({ name }) => name);
  return languages.map((language): Property => ['categories', { language }, 'text', ...named(language)]);
}

/** The first that can be written to: an organizer without an address cannot be told here. */
function organizer({ organizer: organizers }: ShownEvent): Property[] {
  const found = organizers.find(({ email }) => email !== null);
  return found ? [['organizer', { cn: found.organizer }, 'cal-address', `mailto:${found.email}`]] : [];
}

function image({ image: shown }: ShownEvent): Property[] {
  return shown ? [['image', { display: 'BADGE' }, 'uri', shown.url]] : [];
}

/** Where people meet on the web. */
function conference({ online_url: url }: ShownEvent): Property[] {
  return url === null ? [] : [['conference', {}, 'uri', url]];
}
