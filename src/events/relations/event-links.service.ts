import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller } from '../../requests/context/role.js';
import { type CountedAbove, EventLinks } from '../../lists/event-links.js';
import { access } from '../../records/access.js';
import { WRITABLE_STATUSES } from '../../records/status.js';
import { unmasked, visible } from '../../records/visible.js';
import { type Condition } from '../../database/rows/condition.js';
import { type Kind } from '../../languages/kind.js';
import { run } from '../../database/rows/statements.js';
import { tableOf } from '../../database/rows/table.js';
import { Event } from '../event.entity.js';
import { isBelow, LINKS } from './links.js';
import { ListedDay } from './listed-day.entity.js';
import { addingDays, dayOfSql } from './store-days.js';

/** Answers what the other kinds ask of events. */
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
    const linked =
      // CROSS JOIN has SQLite begin with the links of the record; left to itself it begins with all events.
      `EXISTS (${links} CROSS JOIN events ${alias} ON ${alias}.id = ${link}.eventId ` +
      `${ofRecord} AND ${seen.sql} AND ${open.sql}${upcoming})`;
    // Most have an event that everybody finds and that is still to begin: one look at an index, past all that is over.
    const begins = `EXISTS (${links} ${ofRecord} AND ${link}.listed = TRUE AND ${link}.startUtc >= :now)`;
    return {
      sql: only?.upcoming ? `(${begins} OR ${linked})` : linked,
      parameters: { ...seen.parameters, ...open.parameters, ...(only?.upcoming && { now: new Date() }) },
    };
  }

  linkedFrom(kind: Kind, record: string, eventId: number): Condition {
    return {
      sql: `${record} IN (SELECT given.${kind.one}Id FROM event_${kind.many} given WHERE given.eventId = :givenEvent)`,
      parameters: { givenEvent: eventId },
    };
  }

  async countAbove(manager: EntityManager, { many, one }: Kind, change: CountedAbove): Promise<void> {
    const { records, ancestors, sign } = change;
    if (ancestors.length === 0) return;
    const link = LINKS.find(({ name }) => name === many);
    if (!link || !isBelow(link)) throw new Error(`Events of ${many} count for no others: their link has no ancestors.`);
    const { table, column, kind } = link;
    const above = tableOf(manager, link.ancestors).name;
    const ids = records.join();
    const byOthers =
      `SELECT 1 FROM ${table} other JOIN ${above} rest ON rest.recordId = other.${column} AND rest.ancestorId = ${one}.id ` +
      `WHERE other.eventId = link.eventId AND other.${column} NOT IN (${ids})`;
    const events =
      `SELECT DISTINCT ${one}.id AS recordId, link.eventId, ${dayOfSql(manager, 'link.startUtc')} AS day, link.featured, link.ticketed ` +
      `FROM ${table} link CROSS JOIN ${tableOf(manager, kind.entity).name} ${one} ` +
      `WHERE link.listed = TRUE AND link.${column} IN (${ids}) AND ${one}.id IN (${ancestors.join()}) AND NOT EXISTS (${byOthers})`;
    const numbers = ['COUNT(*)', 'SUM(featured)', 'SUM(ticketed)'].map((number) => `${sign} * ${number}`);
    const rows = `SELECT '${many}', recordId, day, ${numbers.join(', ')} FROM (${events}) events WHERE TRUE GROUP BY 2, 3`;
    await run(manager, addingDays(manager, rows));
  }

  async forget(manager: EntityManager, { many: narrowedBy }: Kind, recordId: number): Promise<void> {
    await tableOf(manager, ListedDay).remove(manager, { narrowedBy, recordId });
  }

  async isReadable(manager: EntityManager, eventId: number, caller: Caller): Promise<boolean> {
    const [event] = await tableOf(manager, Event).select(manager, { id: eventId });
    return event !== undefined && event.status !== 'trash' && access(event, caller) === 'full';
  }
}
