import { type EntityManager } from 'typeorm';
import { CalendarIdentity } from '../../calendar/records/identity/calendar-identity.entity.js';
import { type Viewer } from '../../calendar/records/record/published-record.dto.js';
import { query } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { Event } from '../../calendar/events/event.entity.js';
import { presentEvent } from '../../calendar/events/event.presenter.js';
import { type EventWithRelations } from '../../calendar/events/relations/relations.js';
import { eventCells } from '../../outlets/feeds/csv.js';
import { type FeedEvent, uidOfRecord } from '../../outlets/feeds/feed-event.js';
import { type Body, type ExportedRow, momentOf, type RecordHeader } from './record.js';
import { MINUTE, SECOND } from '../../lib/datetime/durations.js';

const OWN_UID = /^ical:(event-(\d{1,9})@.+)$/;

/** Whether a record is an event that this calendar has exported as iCalendar. */
export async function isOwnExport(manager: EntityManager, record: Pick<RecordHeader, 'id'>): Promise<boolean> {
  const [, uid, id] = OWN_UID.exec(record.id) ?? [];
  if (uid === undefined) return false;
  const [calendar] = await tableOf(manager, CalendarIdentity).select(manager, { id: 1 });
  const [event] = await tableOf(manager, Event).select(manager, { id: Number(id) });
  const externalId = event ? (event.longExternalId ?? event.externalId) : null;
  if (!calendar || uidOfRecord({ id: Number(id), externalId }, calendar.uuid) !== uid) return false;
  if (event) return true;
  // A series may have begun with an event that was deleted permanently, and be represented by another one.
  const found = await query(manager, 'SELECT id FROM events WHERE recurrence LIKE ? LIMIT 1', [`%"origin":${id},%`]);
  return found.length > 0;
}

const VENUE_COLUMNS = ['address', 'zip', 'city'];
const IDENTITY = ['date', 'start_date', 'title', 'url'];

/** The columns in which a row differs from the event; undefined if it is of another one, such as another calendar’s. */
export function changedCells(event: EventWithRelations, { cells }: ExportedRow, audience: Viewer) {
  const now = eventCells(presentEvent(event, audience) as FeedEvent);
  const isSame = (column: string) => comparable(cells[column]) === comparable(now[column]);
  if (!IDENTITY.some((column) => cells[column] && isSame(column))) return undefined;
  const changed = Object.keys(cells).filter((column) => column in now && !isSame(column));
  return new Set(changed.map((column) => (VENUE_COLUMNS.includes(column) ? 'venue' : column)));
}

/** Whether the event was changed after the row was exported, to the minute if the spreadsheet dropped the seconds. */
export function isOlderThanEvent(
  { cells }: ExportedRow,
  { modifiedAt }: EventWithRelations,
  siteTimezone: string,
): boolean {
  const { modified = '' } = cells;
  const exported = momentOf(modified, { timezone: siteTimezone });
  const exact = /:\d\d:\d\d/.test(modified) ? SECOND : MINUTE;
  return !exported || modifiedAt.getTime() - exported.utc.getTime() >= exact;
}

export function bodyOfChangedCells(all: Body, changed: ReadonlySet<string>, { cells }: ExportedRow): Body {
  const fields = [...changed].map((column) => [column, cells[column] === '' ? null : all[column]] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Spreadsheets change line ends, and convert `true` to their own value. */
function comparable(cell: string | undefined): string {
  return (cell ?? '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^(?:TRUE|FALSE)$/, (word) => word.toLowerCase());
}
