import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller } from '../../http/context/role.js';
import { EventLinks } from '../../list/event-links.js';
import { access } from '../../content/access.js';
import { logChanges } from '../../content/change-log.js';
import { WRITABLE_STATUSES } from '../../content/status.js';
import { unmasked, visible } from '../../content/visible.js';
import { type Condition } from '../../database/sql/condition.js';
import { type Kind } from '../../i18n/resource-names.js';
import { isSqlite } from '../../database/data-source.js';
import { query } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { Event } from '../event.entity.js';

/** What the other resources need to know about events. */
@Injectable()
export class EventLinksService extends EventLinks {
  linkedFromAny(kind: Kind, record: string, caller: Caller, only?: { upcoming: boolean }): Condition {
    const alias = only?.upcoming ? 'upcoming' : 'linked';
    const seen = visible(alias, caller, WRITABLE_STATUSES);
    const open = unmasked(alias, caller);
    const upcoming = only?.upcoming ? ` AND ${alias}.endUtc >= :now` : '';
    const link = `${alias}_link`;
    const links = `SELECT 1 FROM event_${kind.many} ${link}`;
    const ofRecord = `WHERE ${link}.${kind.one}Id = ${record}`;
    return {
      // CROSS JOIN has SQLite begin with the relations of the record; left to itself it begins with all events.
      sql:
        `EXISTS (${links} CROSS JOIN events ${alias} ON ${alias}.id = ${link}.eventId ` +
        `${ofRecord} AND ${seen.sql} AND ${open.sql}${upcoming})`,
      parameters: { ...seen.parameters, ...open.parameters, ...(only?.upcoming && { now: new Date() }) },
    };
  }

  linkedFrom(kind: Kind, record: string, eventId: number): Condition {
    return {
      sql: `${record} IN (SELECT given.${kind.one}Id FROM event_${kind.many} given WHERE given.eventId = :givenEvent)`,
      parameters: { givenEvent: eventId },
    };
  }

  async logUnlinked(manager: EntityManager, { one, many }: Kind, id: number): Promise<void> {
    // The record is locked, so that no event is linked to it until it is deleted.
    const sql =
      `SELECT link.eventId AS id FROM ${many} record LEFT JOIN event_${many} link ON link.${one}Id = record.id ` +
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
