import { type EntityManager } from 'typeorm';
import { type Faults } from '../common/errors/fault.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { readableIds } from '../common/records/readable-ids.js';
import { isSqlite } from '../database/data-source.js';
import { Event } from './event.entity.js';
import { type LinkedEvent } from './event.load.js';

/** The parent of an event after a write; files a fault where it is unknown or would make a circle. */
export async function parentAfter(
  manager: EntityManager,
  current: LinkedEvent | undefined,
  asked: number | null | undefined,
  { caller }: RequestContext,
  faults: Faults,
): Promise<number | null> {
  const before = current?.parentId ?? null;
  if (asked === undefined || asked === before) return before;
  if (asked === null) return hiddenParent(manager, current, caller);
  const readable = await readableIds(manager, Event, [asked], caller);
  if (!readable.has(asked)) faults.add('post_parent', (messages) => messages.unknownId([asked]));
  else if (current && (await isBelow(manager, asked, current.id)))
    faults.add('post_parent', (messages) => messages.cycle);
  return asked;
}

/** A parent that the caller cannot read was shown to him as null; sending that back does not mean it. */
async function hiddenParent(
  manager: EntityManager,
  current: LinkedEvent | undefined,
  caller: RequestContext['caller'],
): Promise<number | null> {
  if (!current || current.parentId === null) return null;
  const readable = await readableIds(manager, Event, [current.parentId], caller);
  return readable.has(current.parentId) ? null : current.parentId;
}

/**
 * Whether an event is another one or one of its descendants. What is looked at stays as it is until the transaction ends:
 * two moves at once might close a circle. SQLite has one writer.
 */
async function isBelow(manager: EntityManager, id: number, ancestor: number): Promise<boolean> {
  const seen = new Set<number>();
  let next: number | null = id;
  while (next !== null && !seen.has(next)) {
    if (next === ancestor) return true;
    seen.add(next);
    const event: Event | null = await manager.findOne(Event, {
      select: { id: true, parentId: true },
      where: { id: next },
      ...(!isSqlite(manager.dataSource) && { lock: { mode: 'pessimistic_write' } }),
    });
    next = event?.parentId ?? null;
  }
  return false;
}
