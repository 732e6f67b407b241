import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller } from '../common/auth/role.js';
import { EventLinks, type LinkedKind } from '../common/records/event-links.js';
import { access } from '../common/records/access.js';
import { WRITABLE_STATUSES } from '../common/records/status.js';
import { type Condition, visible } from '../common/records/visible.js';
import { unmasked } from './event-access.js';
import { Event } from './event.entity.js';

const TABLES: Readonly<Record<LinkedKind, string>> = {
  venue: 'event_venues',
  organizer: 'event_organizers',
  category: 'event_categories',
  tag: 'event_tags',
};

/** Answers what the other kinds ask of events. */
@Injectable()
export class EventLinksService extends EventLinks {
  linkedFromAny(kind: LinkedKind, record: string, caller: Caller, only?: { upcoming: boolean }): Condition {
    const alias = only?.upcoming ? 'upcoming' : 'linked';
    const seen = visible(alias, caller, WRITABLE_STATUSES);
    const open = unmasked(alias, caller);
    const upcoming = only?.upcoming ? ` AND ${alias}.endUtc >= :now` : '';
    const link = `${alias}_link`;
    return {
      sql:
        // CROSS JOIN has SQLite begin with the links of the record; left to itself it begins with all events.
        `EXISTS (SELECT 1 FROM ${TABLES[kind]} ${link} CROSS JOIN events ${alias} ON ${alias}.id = ${link}.eventId ` +
        `WHERE ${link}.${kind}Id = ${record} AND ${seen.sql} AND ${open.sql}${upcoming})`,
      parameters: { ...seen.parameters, ...open.parameters, ...(only?.upcoming && { now: new Date() }) },
    };
  }

  linkedFrom(kind: LinkedKind, record: string, eventId: number): Condition {
    return {
      sql: `${record} IN (SELECT given.${kind}Id FROM ${TABLES[kind]} given WHERE given.eventId = :givenEvent)`,
      parameters: { givenEvent: eventId },
    };
  }

  async isReadable(manager: EntityManager, eventId: number, caller: Caller): Promise<boolean> {
    const event = await manager.findOneBy(Event, { id: eventId });
    return event !== null && event.status !== 'trash' && access(event, caller) === 'full';
  }
}
