import { type EntityManager } from 'typeorm';
import { tableOf } from '../database/sql/table.js';
import { Event } from '../events/event.entity.js';
import { CalendarIdentity } from '../content/calendar-identity.entity.js';
import { uidOfNamed } from '../feeds/uid.js';
import { type ImportRecord } from './record.js';

/** Pattern of the UIDs of this calendar and others of its kind. */
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
  if (!calendar || !event) return false;
  const named = { id: event.id, externalId: event.longExternalId ?? event.externalId };
  return uidOfNamed(named, calendar.uuid) === uid;
}
