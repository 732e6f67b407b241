import { type CalendarRecord, send } from '../api';

/** Moves a record to the trash, with a note that its author finds there. */
export async function refuseRecord(kind: string, record: CalendarRecord, note: string): Promise<void> {
  const path = `/${kind}/${record.id}`;
  // A note is for the whole series.
  const query = { apply: record.occurrence ? 'all' : undefined };
  const headers: Record<string, string> = record._etag ? { 'If-Match': record._etag } : {};
  if (note) await send('PATCH', path, { query, headers, body: { status: 'draft', review_note: note } });
  await send('DELETE', path, { query, headers: note ? {} : headers });
}
