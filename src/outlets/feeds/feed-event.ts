import { type CategoryDto } from '../../calendar/categories/category.dto.js';
import { millisecondsBetween } from '../../lib/datetime/moment.js';
import { type EventDto } from '../../calendar/events/event.dto.js';
import { type EventStatus, STATUS_LABELS } from '../../calendar/events/states.js';
import { type Language } from '../../lib/i18n/language.js';
import { COLON } from '../../lib/i18n/punctuation.js';
import { type Entry, type UidParts } from '../../calendar/list/entries.js';
import { type OrganizerDto } from '../../calendar/organizers/organizer.dto.js';
import { type TagDto } from '../../calendar/tags/tag.dto.js';
import { type VenueDto } from '../../calendar/venues/venue.dto.js';

/** A venue in the JSON response, with the coordinates that the geolocation extension adds. */
export type FeedVenue = VenueDto & { readonly geo_lat?: number | null; readonly geo_lng?: number | null };

/** An event of the JSON response with its related records, the input of all feeds. */
export interface FeedEvent extends EventDto {
  readonly venue: readonly FeedVenue[];
  readonly organizer: readonly OrganizerDto[];
  readonly categories: readonly CategoryDto[];
  readonly tags: readonly TagDto[];
}

/** The coordinates of a venue in degrees, if known. */
export function pointOf({ geo_lat: lat, geo_lng: lng }: FeedVenue): { lat: number; lng: number } | undefined {
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}

/** In Canada and the United States the city comes first, then the region with the code. */
const CITY_FIRST = /^(?:canada|united states(?: of america)?|usa|états-unis)$/i;

/** A place on one line: name, street, city, country. */
export function placeLine({ venue, address, zip, city, province, state, stateprovince, country }: FeedVenue): string {
  const region = stateprovince ?? province ?? state;
  const cityFirst = CITY_FIRST.test(country ?? '') || (country === null && region !== null);
  const locality = cityFirst ? [city, joinWords(region, zip)] : [joinWords(zip, city), region];
  return [venue, address, ...locality, country].filter(Boolean).join(', ');
}

function joinWords(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}

/** A mailto URL (RFC 6068). Characters that would end the address or begin a header are encoded. */
export function mailto(email: string): string {
  const at = email.lastIndexOf('@');
  const local = encodeURIComponent(email.slice(0, at)).replaceAll('%2B', '+');
  return `mailto:${local}${encodeURI(email.slice(at))}`;
}

/** The categories and tags of an event. */
export function termNames({ categories, tags }: Pick<FeedEvent, 'categories' | 'tags'>): string[] {
  return [...categories, ...tags].map(({ name }) => name);
}

/** The status of an event in words; '' if it takes place as announced. */
export function statusText(status: EventStatus, language: Language): string {
  return status === 'scheduled' ? '' : STATUS_LABELS[language][status];
}

/**
 * A title such as `Cancelled: Jazz`, for programs that do not show a status. Only for cancelled and postponed events.
 */
export function titleWithStatus(title: string, status: EventStatus, language: Language): string {
  const hasStatusPrefix = status === 'cancelled' || status === 'postponed';
  return hasStatusPrefix ? statusText(status, language) + COLON[language] + title : title;
}

/** Formats a local time, `YYYY-MM-DD HH:MM:SS`, as ISO 8601. */
export function localTime(local: string): string {
  return local.replace(' ', 'T');
}

/** Formats a time in UTC, `YYYY-MM-DD HH:MM:SS`, as RFC 3339. */
export function utcTime(utc: string): string {
  return `${localTime(utc)}Z`;
}

/** The duration between two local times, without daylight saving: `PT2H30M`, or `PT0S` if they are equal. */
export function durationText(from: string, to: string): string {
  const length = millisecondsBetween(from, to) / 1000;
  const [hours, minutes, seconds] = [Math.floor(length / 3600), Math.floor(length / 60) % 60, length % 60];
  // Seconds follow minutes only (RFC 5545, 3.3.6; RFC 8984, 1.4.6).
  const hasMinutes = minutes > 0 || (hours > 0 && seconds > 0);
  const text = [hours > 0 && `${hours}H`, hasMinutes && `${minutes}M`, seconds > 0 && `${seconds}S`].filter(Boolean);
  return `PT${text.join('') || '0S'}`;
}

/** Prefix of external ids of events imported from iCalendar. */
const FROM_ICALENDAR = 'ical:';

/** Matches a UID that was too long to store, of which only a digest is known. */
const DIGEST_UID = /^sha256:[\da-f]{64}(?::|$)/;

/**
 * The UID of an event (RFC 5545, 3.8.4.7): the imported one, else derived from its id and the UUID of the calendar. It
 * does not depend on address, language or texts, which may change. A series has the UID of the record with which it
 * began.
 */
export function uidOfEntry(
  { externalId, response: { id }, series }: Entry<{ readonly id: number }>,
  calendarId: string,
): string {
  return uidOfRecord(series?.origin ?? { id, externalId }, calendarId);
}

export function uidOfRecord({ id, externalId }: UidParts, calendarId: string): string {
  const importedUid = externalId?.startsWith(FROM_ICALENDAR) ? externalId.slice(FROM_ICALENDAR.length) : undefined;
  const derivedUid = `event-${id}@${calendarId}`;
  if (importedUid === undefined || DIGEST_UID.test(importedUid)) return derivedUid;
  // An event that was exported and imported again keeps the UID of the original event.
  return importedUid.endsWith(`@${calendarId}`) ? derivedUid : importedUid;
}
