import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { marks } from '../../database/sql/lists.js';
import { run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { COUNTED, type Link, LINKS } from '../relations/links.js';
import { countChanges, type EventState } from '../relations/store-links.js';
import { type Member } from './member.js';

type Linked = Pick<Member, 'event' | 'links'>;

interface Change {
  readonly before?: Linked;
  readonly after?: Linked;
}

const stateOf = (member: Linked | undefined): EventState | undefined =>
  member && { status: member.event.status, links: member.links };

/** Does what `storeState` does, for many events at once: relations, and the counts of terms. */
export async function storeMemberLinks(manager: EntityManager, changes: readonly Change[]): Promise<void> {
  await storeCounts(manager, changes);
  for (const link of LINKS) await storeLinks(manager, link, changes);
}

async function storeCounts(manager: EntityManager, changes: readonly Change[]): Promise<void> {
  for (const { name, kind } of COUNTED) {
    const sums = new Map<number, number>();
    const add = (id: number, change: number) => sums.set(id, (sums.get(id) ?? 0) + change);
    for (const { before, after } of changes) {
      const { gained, lost } = countChanges(name, stateOf(before), stateOf(after));
      for (const id of gained) add(id, 1);
      for (const id of lost) add(id, -1);
    }
    const changed = [...sums].filter(([, sum]) => sum !== 0);
    if (changed.length === 0) continue;
    const { name: records } = tableOf(manager, kind.entity);
    const count = manager.dataSource.driver.escape('count');
    const cases = ' WHEN ? THEN ?'.repeat(changed.length);
    const sql = `UPDATE ${records} SET ${count} = ${count} + CASE id${cases} END WHERE id IN (${marks(changed.length)})`;
    await run(manager, sql, [...changed.flat(), ...changed.map(([id]) => id)]);
  }
}

type LinkRow = ObjectLiteral & { eventId: number };

async function storeLinks(manager: EntityManager, link: Link, changes: readonly Change[]): Promise<void> {
  const { name, entity, column, isOrdered } = link;
  const table = tableOf<ObjectLiteral>(manager, entity);
  const relinked: LinkRow[] = [];
  const lost = new Map<string, { readonly ids: readonly number[]; readonly events: number[] }>();
  for (const { before, after } of changes) {
    // The links of what is deleted go with it.
    if (!after) continue;
    const [was, is] = [before?.links[name] ?? [], after.links[name] ?? []];
    const { id: eventId } = after.event;
    const gone = was.filter((id) => !is.includes(id));
    if (gone.length > 0) {
      const alike = lost.get(gone.join()) ?? { ids: gone, events: [] };
      lost.set(gone.join(), alike);
      alike.events.push(eventId);
    }
    if (is.some((id, place) => (isOrdered ? id !== was[place] : !was.includes(id))))
      relinked.push(...is.map((id, position) => ({ eventId, [column]: id, ...(isOrdered && { position }) })));
  }
  for (const { ids, events } of lost.values()) await table.remove(manager, { eventId: events, [column]: ids });
  if (relinked.length > 0) await table.upsert(manager, relinked, ['eventId', column]);
}
