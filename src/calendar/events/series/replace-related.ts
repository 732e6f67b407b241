import { type EntityManager } from 'typeorm';
import { yieldAfterSlice } from '../../../database/database.js';
import { chunks, query } from '../../../database/sql/statements.js';
import { type Caller } from '../../../http/role.js';
import { type RelatedRecord } from '../../resource/event-relation.js';
import { type RelatedRecordCache } from '../../resource/related-record-cache.js';
import { type Revised, type RevisionLog } from '../../resource/revision-log.js';
import { type Event } from '../event.entity.js';
import { EVENTS } from '../event.resource.js';
import { type EventWithRelations, loadEvents, type Relation, RELATIONS } from '../relations/relations.js';
import { type BaseValues } from '../schedule/base-values.js';
import { withBaseValues } from './own-values.js';
import { storeEvents } from '../write/store-events.js';
import { type StoredEvent, storedEvent, withColumns } from '../write/stored-event.js';

/** Number of events that are loaded and stored at once. */
const AT_ONCE = 100;

/** A record that takes the place of another one in events. */
export interface Replacement {
  /** The plural of the resource of both. */
  readonly name: string;
  readonly former: number;
  readonly successor: RelatedRecord;
}

interface Tools {
  readonly relatedRecords: RelatedRecordCache;
  readonly revisions: RevisionLog;
  readonly caller: NonNullable<Caller>;
}

/** Relates all events of a record to another one instead, in its position and once. Each event gets one revision. */
export async function replaceRelated(
  manager: EntityManager,
  { name, former, successor }: Replacement,
  { relatedRecords, revisions, caller }: Tools,
): Promise<void> {
  const relation = RELATIONS.find((one) => one.name === name);
  if (!relation) return;
  const revised: Revised<EventWithRelations> = {
    resource: EVENTS,
    withSeriesValues: (_manager, event) => withBaseValues(manager, event, relatedRecords),
  };
  const replaced = (ids: readonly number[]) => [...new Set(ids.map((id) => (id === former ? successor.id : id)))];
  for (const ids of chunks(await eventsOf(manager, relation, former), AT_ONCE)) {
    const events = await loadEvents(manager, ids, relatedRecords);
    const written = [];
    for (const event of events) {
      const before = storedEvent(event);
      const state = await revisions.stateOf(manager, revised, event);
      written.push({ event, state, before, after: withReplaced(before, name, replaced) });
    }
    for (const { after } of written) after.event.modifiedById = caller.id;
    await storeEvents(manager, written);
    const finished = written.map(({ event, state, after }) => ({
      before: state,
      caller,
      after: withRelated({ ...event, ...after.event }, name, after, successor),
    }));
    await revisions.store(manager, revised, finished);
    await yieldAfterSlice(manager);
  }
}

/** The ids of the events that a record is related to, also only in the values that the dates of a series follow. */
async function eventsOf(manager: EntityManager, { table, column, name }: Relation, former: number): Promise<number[]> {
  const related = await query<{ id: number }>(manager, `SELECT eventId AS id FROM ${table} WHERE ${column} = ?`, [
    former,
  ]);
  const withOwnValues = await query<Pick<Event, 'id' | 'baseValues'>>(
    manager,
    'SELECT id, baseValues FROM events WHERE baseValues IS NOT NULL',
  );
  const series = withOwnValues.filter(({ baseValues }) => baseIds(baseValues!, name)?.includes(former));
  return [...new Set([...related, ...series].map(({ id }) => id))].sort((one, other) => one - other);
}

function baseIds(baseValues: string, name: string): readonly number[] | undefined {
  return (JSON.parse(baseValues) as BaseValues).relatedIds[name];
}

function withReplaced(stored: StoredEvent, name: string, replaced: (ids: readonly number[]) => number[]): StoredEvent {
  const { baseValues } = stored.event;
  const ids = baseValues === null ? undefined : baseIds(baseValues, name);
  const base = ids && (JSON.parse(baseValues!) as BaseValues);
  const relatedIds = { ...stored.relatedIds, [name]: replaced(stored.relatedIds[name] ?? []) };
  const columns = base
    ? { baseValues: JSON.stringify({ ...base, relatedIds: { ...base.relatedIds, [name]: replaced(ids) } }) }
    : {};
  return { ...withColumns(stored, columns), relatedIds };
}

function withRelated(
  event: EventWithRelations,
  name: string,
  { relatedIds }: StoredEvent,
  successor: RelatedRecord,
): EventWithRelations {
  const known = new Map([...(event.related[name] ?? []), successor].map((record) => [record.id, record]));
  const related = (relatedIds[name] ?? []).flatMap((id) => known.get(id) ?? []);
  return { ...event, related: { ...event.related, [name]: related } };
}
