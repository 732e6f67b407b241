import { type Entry, type Identified } from '../list/entries.js';

/** Prefix of external ids of events imported from iCalendar. */
const FROM_ICALENDAR = 'ical:';

/** Marks the digest of a UID that is too long to store. */
const SHORTENED = /^sha256:[\da-f]{64}(?::|$)/;

/**
 * The UID of an event (RFC 5545, 3.8.4.7): the imported one, else derived from its id and the UUID of the calendar. It
 * does not depend on address, language or texts, which may change. A series has the UID of the record with which it
 * began.
 */
export function uidOf(
  { externalId, shown: { id }, series }: Entry<{ readonly id: number }>,
  calendarId: string,
): string {
  return uidOfNamed(series?.origin ?? { id, externalId }, calendarId);
}

export function uidOfNamed({ id, externalId }: Identified, calendarId: string): string {
  const given = externalId?.startsWith(FROM_ICALENDAR) ? externalId.slice(FROM_ICALENDAR.length) : undefined;
  const own = `event-${id}@${calendarId}`;
  if (given === undefined || SHORTENED.test(given)) return own;
  // An event that was exported and imported again keeps the UID of the original event.
  return given.endsWith(`@${calendarId}`) ? own : given;
}
