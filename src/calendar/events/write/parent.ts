import { type EntityManager } from 'typeorm';
import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type RequestContext } from '../../../http/request-context.js';
import { isSqlite } from '../../../database/data-source.js';
import { query } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { Event, type Parent } from '../event.entity.js';
import { type EventWithRelations } from '../relations/relations.js';
import { isOccurrence } from '../schedule/stored-recurrence.js';
import { isVisibleParent } from '../event.presenter.js';

/** The parent of an event after a write. Adds an error if it is unknown or would make a cycle. */
export async function resolveParent(
  manager: EntityManager,
  current: EventWithRelations | undefined,
  asked: number | null | undefined,
  context: RequestContext,
  errors: FieldErrors,
): Promise<Parent | null> {
  const before = current?.parent ?? null;
  // The parent of an occurrence is its series.
  if (current && isOccurrence(current)) return before;
  // A parent that the caller may not read is shown as null, so sending back null does not remove it.
  if (asked === null) return before && isVisibleParent(before, context) ? null : before;
  if (asked === undefined || asked === before?.id) return before;
  const [parent = null] = await tableOf(manager, Event).select(manager, { id: asked });
  if (!parent || !isVisibleParent(parent, context))
    errors.add('post_parent', (messages) => messages.unknownId([asked]));
  else if (current && (await isSelfOrDescendant(manager, asked, current.id)))
    errors.add('post_parent', (messages) => messages.cycle);
  return parent;
}

/**
 * Whether an event is the other one or one of its descendants. On servers, the rows stay locked until the transaction
 * ends, because two concurrent moves could make a cycle. SQLite has one writer.
 */
async function isSelfOrDescendant(manager: EntityManager, id: number, ancestor: number): Promise<boolean> {
  const seen = new Set<number>();
  let next: number | null = id;
  while (next !== null && !seen.has(next)) {
    if (next === ancestor) return true;
    seen.add(next);
    const lock = isSqlite(manager.dataSource) ? '' : ' FOR UPDATE';
    const sql = `SELECT parentId FROM events WHERE id = ?${lock}`;
    const rows: Pick<Event, 'parentId'>[] = await query(manager, sql, [next]);
    next = rows[0]?.parentId ?? null;
  }
  return false;
}
