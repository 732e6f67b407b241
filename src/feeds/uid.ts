import { type Entry, type Identified } from '../list/entries.js';

/** How the importer names what came from iCalendar. */
const FROM_ICALENDAR = 'ical:';

/** Stands for a UID that is too long, and was not kept beside it. */
const SHORTENED = /^sha256:[\da-f]{64}(?::|$)/;

/**
 * The UID of an event (RFC 5545, 3.8.4.7): the one it came with, else made of its id and of the name of the calendar. Not
 * of its address, language or texts, which may change. A whole series has that of the record with which it began.
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
  // One of ours that was exported and imported again belongs to the event that it was made for.
  return given.endsWith(`@${calendarId}`) ? own : given;
}
