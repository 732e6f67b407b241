import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller } from '../../http/context/role.js';
import { EventLinks } from '../../list/event-links.js';
import { access } from '../../content/access.js';
import { logChanges } from '../../content/change-log.js';
import { WRITABLE_STATUSES } from '../../content/status.js';
import { unmasked, visible } from '../../content/visible.js';
import { type SqlFragment, query } from '../../database/sql/statements.js';
import { type ResourceNames } from '../../i18n/resource-names.js';
import { isSqlite } from '../../database/data-source.js';
import { tableOf } from '../../database/sql/table.js';
import { Event } from '../event.entity.js';

/** Implements `EventLinks`: what the other resources need to know about events. */
@Injectable()
export class EventLinksService extends EventLinks {
  linkedFromAny(resource: ResourceNames, record: string, caller: Caller, only?: { upcoming: boolean }): SqlFragment {
    const alias = only?.upcoming ? 'upcoming' : 'linked';
    const seen = visible(alias, caller, WRITABLE_STATUSES);
    const open = unmasked(alias, caller);
    const upcoming = only?.upcoming ? ` AND ${alias}.endUtc >= :now` : '';
    const link = `${alias}_link`;
    const links = `SELECT 1 FROM event_${resource.plural} ${link}`;
    const ofRecord = `WHERE ${link}.${resource.singular}Id = ${record}`;
    return {
      // CROSS JOIN makes SQLite begin with the relations of the record. It would otherwise begin with all events.
      sql:
        `EXISTS (${links} CROSS JOIN events ${alias} ON ${alias}.id = ${link}.eventId ` +
        `${ofRecord} AND ${seen.sql} AND ${open.sql}${upcoming})`,
      parameters: { ...seen.parameters, ...open.parameters, ...(only?.upcoming && { now: new Date() }) },
    };
  }

  linkedFrom(resource: ResourceNames, record: string, eventId: number): SqlFragment {
    return {
      sql: `${record} IN (SELECT given.${resource.singular}Id FROM event_${resource.plural} given WHERE given.eventId = :givenEvent)`,
      parameters: { givenEvent: eventId },
    };
  }

  async logUnlinked(manager: EntityManager, { singular, plural }: ResourceNames, id: number): Promise<void> {
    // The record is locked, so that no event becomes related to it before it is deleted.
    const sql =
      `SELECT link.eventId AS id FROM ${plural} record LEFT JOIN event_${plural} link ON link.${singular}Id = record.id ` +
      `WHERE record.id = ?${isSqlite(manager.dataSource) ? '' : ' FOR UPDATE'}`;
    const rows = await query<{ id: number | null }>(manager, sql, [id]);
    logChanges(
      manager,
      Event,
      rows.flatMap((event) => event.id ?? []),
    );
  }

  async isReadable(manager: EntityManager, eventId: number, caller: Caller): Promise<boolean> {
    const [event] = await tableOf(manager, Event).select(manager, { id: eventId });
    return event !== undefined && event.status !== 'trash' && access(event, caller) === 'full';
  }
}
