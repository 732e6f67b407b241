import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { isSqlite } from '../../database/data-source.js';
import { Overtaken } from '../../database/database-errors.js';
import { marks } from '../../database/sql/lists.js';
import { query } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { EventTranslation } from '../event-translation.entity.js';
import { Event } from '../event.entity.js';
import { eachLink, type LinkedIds, LINKS } from '../relations/links.js';
import { type EventRow, type Member, type TextRow } from './member.js';

/**
 * The occurrences of a series but the first, also those in the trash; a constant number of statements.
 * @param series as it was when they were last written
 */
export async function loadMembers(manager: EntityManager, series: Member): Promise<Member[]> {
  const rows = await tableOf(manager, Event).select(manager, { seriesId: series.event.id });
  const events: EventRow[] = rows.filter(({ id }) => id !== series.event.id);
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const links = await linksOf(manager, ids);
  const texts = await textsOf(manager, ids);
  return events.map((event) => ({ event, links: links.get(event.id)!, texts: texts.get(event.id)! }));
}

/** @throws {Overtaken} where one of them was written by somebody else since it was read; until the end nobody can now */
export async function lockMembers(manager: EntityManager, members: readonly Member[]): Promise<void> {
  // SQLite has one writer, who finds out by itself that what it read is old.
  if (isSqlite(manager.dataSource) || members.length === 0) return;
  const ids = [...members.map(({ event }) => event.id)];
  const sql = `SELECT id, revision FROM events WHERE id IN (${marks(ids.length)}) ORDER BY id FOR UPDATE`;
  const locked = await query<Pick<Event, 'id' | 'revision'>>(manager, sql, ids);
  const revisions = new Map(locked.map(({ id, revision }) => [id, revision]));
  if (members.some(({ event }) => revisions.get(event.id) !== event.revision)) throw new Overtaken();
}

/** The links of events by their ids; a statement for each kind of links. */
export async function linksOf(manager: EntityManager, ids: readonly number[]): Promise<Map<number, LinkedIds>> {
  const byEvent = new Map(ids.map((id) => [id, eachLink((): number[] => [])]));
  for (const { name, entity, column, isOrdered } of LINKS) {
    const columns = ['eventId', column, ...(isOrdered ? ['position'] : [])];
    const rows = await tableOf<ObjectLiteral>(manager, entity).select(manager, { eventId: ids }, { columns });
    if (isOrdered) rows.sort((one, other) => Number(one.position) - Number(other.position));
    for (const row of rows) byEvent.get(row.eventId as number)?.[name]?.push(row[column] as number);
  }
  return byEvent;
}

/** All of them are read: one that was in the trash for a while may say something else than its series. */
async function textsOf(manager: EntityManager, ids: readonly number[]): Promise<Map<number, TextRow[]>> {
  const byEvent = new Map(ids.map((id) => [id, [] as TextRow[]]));
  for (const row of await tableOf(manager, EventTranslation).select(manager, { recordId: ids }))
    byEvent.get(row.recordId)?.push(row);
  return byEvent;
}
