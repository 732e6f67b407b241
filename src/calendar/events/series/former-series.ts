import { type EntityManager } from 'typeorm';
import { tableOf } from '../../../database/sql/table.js';
import { type Caller } from '../../../http/role.js';
import { ownChangesOf, type PastRecord } from '../../records/revisions/find-revisions.js';
import { access } from '../../records/visibility/access.js';
import { Event } from '../event.entity.js';
import { EVENT } from '../event.names.js';
import { type EventChange, type EventRow } from '../write/stored-event.js';
import { type Departure, FormerSeries } from './former-series.entity.js';

/** The event that a write makes the record of a part, or of the same series. */
export interface NewRecord {
  readonly id: number;
  readonly departure: Departure;
}

type Member = Pick<EventRow, 'id' | 'seriesId' | 'seriesDate'>;

/**
 * Stores which events have left their series by a write. Dates that a part takes with it are found through the record of
 * the part, and so have no row.
 * @param record the event that represents a part or the series from now on
 */
export async function storeDepartures(
  manager: EntityManager,
  changes: readonly EventChange[],
  record?: NewRecord,
): Promise<void> {
  const left = changes.flatMap(({ before, after }) =>
    before && after && hasLeft(before.event, after.event) ? [{ was: before.event, is: after.event }] : [],
  );
  if (left.length === 0) return;
  const ids = [...new Set(left.map(({ was }) => was.seriesId!))];
  const rows = await tableOf(manager, Event).select(manager, { id: ids }, { columns: ['id', 'revision'] });
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
  await tableOf(manager, FormerSeries).insert(
    manager,
    left.flatMap(({ was, is }): Partial<FormerSeries>[] => {
      const seriesRevision = revisions.get(was.seriesId!);
      if (seriesRevision === undefined) return [];
      const departure = is.id === record?.id ? record.departure : 'single';
      const { id: eventId, revision: eventRevision } = is;
      return [
        { eventId, seriesId: was.seriesId!, seriesRevision, seriesDate: was.seriesDate!, departure, eventRevision },
      ];
    }),
  );
}

/** Whether an event that was a date of a series is a single event or the record of a series afterwards. */
function hasLeft(was: Member, is: Member): boolean {
  if (was.seriesId === null || was.seriesDate === null || was.seriesId === was.id) return false;
  return is.seriesId === null || (is.seriesId === is.id && is.seriesId !== was.seriesId);
}

/** Gives the former series of a record also to the date that represents its series from now on. */
export async function inheritFormerSeries(manager: EntityManager, record: number, successor: number): Promise<void> {
  const table = tableOf(manager, FormerSeries);
  const rows = (await table.select(manager, { eventId: record })).filter(({ departure }) => departure !== 'single');
  if (rows.length > 0)
    await table.insert(
      manager,
      rows.map(({ id: _id, ...row }) => ({ ...row, eventId: successor })),
    );
}

/**
 * Gives the former series of a record that is deleted for good to the events that have left its series: they, too, were
 * dates of these, and are found through it no longer.
 */
export async function bequeathFormerSeries(manager: EntityManager, record: number): Promise<void> {
  const table = tableOf(manager, FormerSeries);
  const past = (await table.select(manager, { eventId: record })).filter(({ departure }) => departure !== 'single');
  if (past.length === 0) return;
  // Which date took over its series has them already.
  const left = (await table.select(manager, { seriesId: record })).filter(({ departure }) => departure !== 'record');
  const rows = past.flatMap(({ seriesId, seriesRevision }) =>
    left.map(({ id: _id, ...row }) => ({ ...row, seriesId, seriesRevision })),
  );
  if (rows.length > 0) await table.insert(manager, rows);
}

/** The record of the series of a date, and the records of those that it, or its series, has left. */
export async function pastSeriesOf(
  manager: EntityManager,
  { id, seriesId }: Pick<Event, 'id' | 'seriesId'>,
): Promise<PastRecord[]> {
  const isDate = seriesId !== null && seriesId !== id;
  const past: PastRecord[] = isDate ? [{ id: seriesId }] : [];
  const known = new Set([id, ...past.map((one) => one.id)]);
  for (let members = [...known]; members.length > 0;) {
    const rows = await tableOf(manager, FormerSeries).select(manager, { eventId: members });
    members = [];
    // An event may have left a series, joined it again and left it again: the last time counts.
    for (const row of rows.sort((one, other) => other.seriesRevision - one.seriesRevision)) {
      if (known.has(row.seriesId)) continue;
      known.add(row.seriesId);
      members.push(row.seriesId);
      past.push({ id: row.seriesId, before: row.seriesRevision });
    }
  }
  return past;
}

/** The past series of an event that the caller may read, as far as they exist: not those that a password masks. */
export async function readablePastSeries(
  manager: EntityManager,
  event: Pick<Event, 'id' | 'seriesId'>,
  caller: Caller,
): Promise<PastRecord[]> {
  const past = await pastSeriesOf(manager, event);
  const rows = await tableOf(manager, Event).select(manager, { id: past.map(({ id }) => id) });
  const readable = new Set(rows.filter((row) => access(row, caller) === 'full').map(({ id }) => id));
  return past.filter(({ id }) => readable.has(id));
}

/** The date of an event in a series that it belongs or belonged to. */
export async function dateIn(
  manager: EntityManager,
  { id, seriesDate }: Pick<Event, 'id' | 'seriesDate'>,
  seriesId: number,
): Promise<string> {
  const [row] = await tableOf(manager, FormerSeries).select(manager, { eventId: id, seriesId });
  return row?.seriesDate ?? seriesDate ?? '';
}

/** The records that represented a series before its present one. */
export async function formerRecordsOf(manager: EntityManager, id: number): Promise<number[]> {
  const rows = await tableOf(manager, FormerSeries).select(manager, { eventId: id, departure: 'record' });
  return rows.map(({ seriesId }) => seriesId);
}

/**
 * The events that have left a series since a revision of its record, and those that have left their parts since.
 * @param seriesIds the record, or all that have represented the series
 */
export async function departedSince(
  manager: EntityManager,
  seriesIds: readonly number[],
  revision: number,
): Promise<FormerSeries[]> {
  const table = tableOf(manager, FormerSeries);
  let rows = (await table.select(manager, { seriesId: seriesIds })).filter((row) => row.seriesRevision > revision);
  const departed = new Map<number, FormerSeries>();
  while (rows.length > 0) {
    const found = rows.filter(({ eventId }) => !seriesIds.includes(eventId) && !departed.has(eventId));
    for (const row of found) departed.set(row.eventId, row);
    const ids = found.map(({ eventId }) => eventId);
    // A record that took over a series also has the parts that were divided off before.
    const former = await table.select(manager, { eventId: ids, departure: 'record' });
    rows = await table.select(manager, { seriesId: [...ids, ...former.map((row) => row.seriesId)] });
  }
  return [...departed.values()];
}

/** The fields that an event has changed itself, as a date or since it left its series. */
export function changesOfDeparted(
  manager: EntityManager,
  { eventId, eventRevision, departure }: FormerSeries,
): Promise<Set<string>> {
  const record = { kind: EVENT.plural, recordId: eventId };
  // The write that divided a part off is one to the dates of the series.
  return ownChangesOf(manager, record, departure === 'part' ? eventRevision : undefined);
}
