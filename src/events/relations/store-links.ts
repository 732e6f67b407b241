import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { marks } from '../../database/sql/lists.js';
import { run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { type Event } from '../event.entity.js';
import { COUNTED, type Link, type LinkedIds, LINKS } from './links.js';

/** The links in which two states differ; the order counts where it is kept. */
export function changedLinks(before: LinkedIds, after: LinkedIds): Link[] {
  const key = (ids: readonly number[] = [], isOrdered: boolean) => (isOrdered ? ids : [...ids].sort()).join();
  return LINKS.filter(({ name, isOrdered }) => key(before[name], isOrdered) !== key(after[name], isOrdered));
}

/** What of an event decides over its relations and the counts of its terms. */
export interface EventState extends Pick<Event, 'status'> {
  readonly links: LinkedIds;
}

export function stateOf({ status }: Event, links: LinkedIds): EventState {
  return { status, links };
}

/** Whether an event shows other numbers of its terms after a write. */
export function isRecounted(before: EventState | undefined, after: EventState): boolean {
  return COUNTED.some(({ name }) => {
    const { gained, lost } = countChanges(name, before, after);
    return [...gained, ...lost].some((id) => after.links[name]?.includes(id));
  });
}

/**
 * Keeps everything that follows from an event's row and its links, once the row is stored. A constant
 * number of statements.
 * @param before undefined on create
 * @param after undefined where the event is gone for good, and its links with it
 */
export async function storeState(
  manager: EntityManager,
  eventId: number,
  before: EventState | undefined,
  after: EventState | undefined,
): Promise<void> {
  // Before the links, whose foreign keys would share a lock on the terms that two writers then both want for themselves.
  await storeCounts(manager, before, after);
  if (after) await storeLinks(manager, eventId, before, after);
}

/** Stores the relations that change. */
async function storeLinks(
  manager: EntityManager,
  eventId: number,
  before: EventState | undefined,
  after: EventState,
): Promise<void> {
  for (const { name, entity, column, isOrdered } of LINKS) {
    const was = before?.links[name] ?? [];
    const is = after.links[name] ?? [];
    const lost = was.filter((id) => !is.includes(id));
    const isRelinked = is.some((id, place) => (isOrdered ? id !== was[place] : !was.includes(id)));
    const links = is.map((id, position) => ({ eventId, [column]: id, ...(isOrdered && { position }) }));
    const table = tableOf<ObjectLiteral>(manager, entity);
    if (lost.length > 0) await table.remove(manager, { eventId, [column]: lost });
    if (isRelinked) await table.upsert(manager, links, ['eventId', column]);
  }
}

/** Keeps the number of published events of each record that counts them: the change is added in the database, so that two writes both count. */
async function storeCounts(
  manager: EntityManager,
  before: EventState | undefined,
  after: EventState | undefined,
): Promise<void> {
  for (const { name, kind } of COUNTED) {
    const { gained, lost } = countChanges(name, before, after);
    if (gained.length + lost.length === 0) continue;
    const [more, all] = [[...gained], [...gained, ...lost]];
    const change = more.length > 0 ? `CASE WHEN id IN (${marks(more.length)}) THEN 1 ELSE -1 END` : '-1';
    const { name: records } = tableOf(manager, kind.entity);
    const count = manager.dataSource.driver.escape('count');
    const sql = `UPDATE ${records} SET ${count} = ${count} + ${change} WHERE id IN (${marks(all.length)})`;
    await run(manager, sql, [...more, ...all]);
  }
}

/** The records that count an event after a write and did not before, and the other way round. */
export function countChanges(
  name: string,
  before: EventState | undefined,
  after: EventState | undefined,
): { gained: number[]; lost: number[] } {
  const counted = (state: EventState | undefined) =>
    new Set(state?.status === 'publish' ? (state.links[name] ?? []) : []);
  const [was, is] = [counted(before), counted(after)];
  return { gained: [...is].filter((id) => !was.has(id)), lost: [...was].filter((id) => !is.has(id)) };
}
