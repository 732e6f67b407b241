import { type Entry, type UidParts } from '../list/entries.js';

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
