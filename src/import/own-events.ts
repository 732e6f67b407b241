import { type EntityManager } from 'typeorm';
import { query } from '../database/sql/statements.js';
import { tableOf } from '../database/sql/table.js';
import { Event } from '../events/event.entity.js';
import { CalendarIdentity } from '../content/calendar-identity.entity.js';
import { uidOfNamed } from '../feeds/uid.js';
import { type ImportRecord } from './record.js';

/** Matches the UIDs of this calendar and of other calendars of this service. */
const OURS = /^ical:(event-(\d{1,9})@.+)$/;

/** Whether a record is an event that this calendar has exported. */
export async function isOwn(manager: EntityManager, record: Pick<ImportRecord, 'id'>): Promise<boolean> {
  const [, uid, id] = OURS.exec(record.id) ?? [];
  if (uid === undefined) return false;
  const [calendar] = await tableOf(manager, CalendarIdentity).select(manager, { id: 1 });
  const [event] = await tableOf(manager, Event).select(
    manager,
    { id: Number(id) },
    { columns: ['id', 'externalId', 'longExternalId'] },
  );
  if (!calendar) return false;
  if (!event) return uid === uidOfNamed({ id: Number(id), externalId: null }, calendar.uuid) && hasBegun(manager, id!);
  const named = { id: event.id, externalId: event.longExternalId ?? event.externalId };
  return uidOfNamed(named, calendar.uuid) === uid;
}

/** Whether a series began with an event that was deleted permanently, and is now represented by another one. */
async function hasBegun(manager: EntityManager, id: string): Promise<boolean> {
  const found = await query(manager, 'SELECT id FROM events WHERE recurrence LIKE ? LIMIT 1', [`%"origin":${id},%`]);
  return found.length > 0;
}
