import { type EntityManager } from 'typeorm';
import { logChanges } from '../records/change-log/change-log.js';
import { WRITABLE_STATUSES } from '../records/visibility/access.js';
import { unmasked, visible } from '../records/visibility/visible.js';
import { isSqlite } from '../../database/data-source.js';
import { query, selectNamed, type SqlFragment } from '../../database/sql/statements.js';
import { type Caller } from '../../http/role.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Filter } from './listing.js';

/**
 * SQL that is true for records related to an event that the caller may read and that is not in the trash.
 * @param record the SQL of the record's id in the outer query, such as `venue.id`
 */
export function relatedToAnyEvent(
  resource: ResourceNames,
  record: string,
  caller: Caller,
  only?: { upcoming: boolean },
): SqlFragment {
  const alias = only?.upcoming ? 'upcoming' : 'related';
  const seen = visible(alias, caller, WRITABLE_STATUSES);
  const open = unmasked(alias, caller);
  const upcoming = only?.upcoming ? ` AND ${alias}.endUtc >= :now` : '';
  const relation = `${alias}_relation`;
  const relations = `SELECT 1 FROM event_${resource.plural} ${relation}`;
  const ofRecord = `WHERE ${relation}.${resource.singular}Id = ${record}`;
  return {
    // CROSS JOIN makes SQLite begin with the relations of the record. It would otherwise begin with all events.
    sql:
      `EXISTS (${relations} CROSS JOIN events ${alias} ON ${alias}.id = ${relation}.eventId ` +
      `${ofRecord} AND ${seen.sql} AND ${open.sql}${upcoming})`,
    parameters: { ...seen.parameters, ...open.parameters, ...(only?.upcoming && { now: new Date() }) },
  };
}

/** A filter for the records that are related to the event with the given id. */
export function eventFilter(name: 'post' | 'event', { singular, plural }: ResourceNames): Filter<number> {
  return async (rows, id, { manager, context, errors }) => {
    if (!(await isReadable(manager, id, context.caller)))
      return errors.add(name, (messages) => messages.unknownId([id]));
    rows.andWhere(
      `${rows.alias}.id IN (SELECT given.${singular}Id FROM event_${plural} given WHERE given.eventId = :givenEvent)`,
      { givenEvent: id },
    );
  };
}

/** Whether the event exists and the caller may read all of it. */
async function isReadable(manager: EntityManager, id: number, caller: Caller): Promise<boolean> {
  const seen = visible('event', caller, WRITABLE_STATUSES);
  const open = unmasked('event', caller);
  const found = await selectNamed(manager, {
    sql: `SELECT 1 FROM events event WHERE event.id = :id AND ${seen.sql} AND ${open.sql}`,
    parameters: { ...seen.parameters, ...open.parameters, id },
  });
  return found.length > 0;
}

/** Marks the events of a record as changed, because its relations are deleted with it. */
export async function logFormerlyRelatedEvents(
  manager: EntityManager,
  names: ResourceNames,
  id: number,
): Promise<void> {
  const { singular, plural } = names;
  // The record is locked, so that no event becomes related to it before it is deleted.
  const sql =
    `SELECT relation.eventId AS id FROM ${plural} record LEFT JOIN event_${plural} relation ON relation.${singular}Id = record.id ` +
    `WHERE record.id = ?${isSqlite(manager.dataSource) ? '' : ' FOR UPDATE'}`;
  const rows = await query<{ id: number | null }>(manager, sql, [id]);
  const ids = rows.flatMap((event) => event.id ?? []);
  logChanges(manager, manager.dataSource.getMetadata('events').target as new () => object, ids);
}
