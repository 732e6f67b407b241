import { type EntityManager } from 'typeorm';
import { type Faults } from '../common/errors/fault.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { isSqlite } from '../database/data-source.js';
import { Event } from './event.entity.js';
import { type LinkedEvent } from './event.load.js';
import { isShownParent } from './event.presenter.js';

/** The parent of an event after a write; files a fault where it is unknown or would make a circle. */
export async function parentAfter(
  manager: EntityManager,
  current: LinkedEvent | undefined,
  asked: number | null | undefined,
  context: RequestContext,
  faults: Faults,
): Promise<Event | null> {
  const before = current?.parent ?? null;
  // A parent that the caller cannot read was shown to him as null; sending that back does not mean it.
  if (asked === null) return before && isShownParent(before, context) ? null : before;
  if (asked === undefined || asked === before?.id) return before;
  const parent = await manager.findOneBy(Event, { id: asked });
  if (!parent || !isShownParent(parent, context)) faults.add('post_parent', (messages) => messages.unknownId([asked]));
  else if (current && (await isBelow(manager, asked, current.id)))
    faults.add('post_parent', (messages) => messages.cycle);
  return parent;
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
