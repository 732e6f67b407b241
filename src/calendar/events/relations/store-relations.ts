import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { placeholders, run } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { Event } from '../event.entity.js';
import { COUNTED_RELATIONS, type Relation, type RelatedIds, RELATIONS, loadRelatedIds } from './relations.js';

/** The columns of an event that its relations and the counts of its terms depend on. */
export interface RelatedEvent {
  readonly event: Pick<Event, 'id' | 'status'>;
  readonly relatedIds: RelatedIds;
}

/** An event before and after a write: without `before` it is new, without `after` it is deleted permanently. */
export interface Change<State> {
  readonly before?: State | undefined;
  readonly after?: State | undefined;
}

type RelationChange = Change<RelatedEvent>;

/** The relations in which two states differ; their order counts if it is kept. */
export function changedRelations(before: RelatedIds, after: RelatedIds): Relation[] {
  const key = (ids: readonly number[] = [], isOrdered: boolean) => (isOrdered ? ids : [...ids].sort()).join();
  return RELATIONS.filter(({ name, isOrdered }) => key(before[name], isOrdered) !== key(after[name], isOrdered));
}

/** Whether the counts that the event shows have changed. */
export function hasCountChanges({ before, after }: RelationChange): boolean {
  return COUNTED_RELATIONS.some(({ name }) =>
    countChanges(name, { before, after }).some(([id]) => after?.relatedIds[name]?.includes(id)),
  );
}

/** Stores the relations of events, and the counts of terms, with a constant number of statements for each resource. */
export async function storeRelations(manager: EntityManager, changes: readonly RelationChange[]): Promise<void> {
  // Counts are stored first. Otherwise the foreign keys of relations would take a shared lock on the terms, and two
  // writers that both want an exclusive lock would deadlock.
  await storeCounts(manager, changes);
  for (const relation of RELATIONS) await storeRelation(manager, relation, changes);
}

/** Updates the counts for events that the publisher has published. */
export async function countPublications(manager: EntityManager, ids: readonly number[]): Promise<void> {
  const events = await tableOf(manager, Event).select(manager, { id: ids }, { columns: ['id', 'status'] });
  const relatedIds = await loadRelatedIds(manager, ids);
  const changes = events.map((event): RelationChange => {
    const after = { event, relatedIds: relatedIds.get(event.id)! };
    return { before: { ...after, event: { ...event, status: 'future' } }, after };
  });
  await storeCounts(manager, changes);
}

/** Updates the number of published events of each term by adding the change, so that concurrent writes both count. */
async function storeCounts(manager: EntityManager, changes: readonly RelationChange[]): Promise<void> {
  for (const { name, resource } of COUNTED_RELATIONS) {
    const sums = new Map<number, number>();
    for (const [id, difference] of changes.flatMap((change) => countChanges(name, change)))
      sums.set(id, (sums.get(id) ?? 0) + difference);
    const changed = [...sums].filter(([, sum]) => sum !== 0);
    if (changed.length === 0) continue;
    const { name: records } = tableOf(manager, resource.entity);
    const count = manager.dataSource.driver.escape('count');
    const cases = ' WHEN ? THEN ?'.repeat(changed.length);
    const sql = `UPDATE ${records} SET ${count} = ${count} + CASE id${cases} END WHERE id IN (${placeholders(changed.length)})`;
    await run(manager, sql, [...changed.flat(), ...changed.map(([id]) => id)]);
  }
}

/** The ids of the terms whose counts change, and by how much. */
function countChanges(name: string, { before, after }: RelationChange): (readonly [id: number, difference: number])[] {
  const counted = (state?: RelatedEvent) => (state?.event.status === 'publish' ? (state.relatedIds[name] ?? []) : []);
  const [was, is] = [counted(before), counted(after)];
  const gained = is.filter((id) => !was.includes(id)).map((id) => [id, 1] as const);
  return [...gained, ...was.filter((id) => !is.includes(id)).map((id) => [id, -1] as const)];
}

async function storeRelation(
  manager: EntityManager,
  relation: Relation,
  changes: readonly RelationChange[],
): Promise<void> {
  const { name, entity, column, isOrdered } = relation;
  const table = tableOf<ObjectLiteral>(manager, entity);
  const related: ObjectLiteral[] = [];
  /** Groups events by the relations that they lose. */
  const losses = new Map<string, { readonly lost: readonly number[]; readonly events: number[] }>();
  for (const { before, after } of changes) {
    // The relations of a deleted event are deleted by their foreign key.
    if (!after) continue;
    const [was, is] = [before?.relatedIds[name] ?? [], after.relatedIds[name] ?? []];
    const { id: eventId } = after.event;
    const lost = was.filter((id) => !is.includes(id));
    const alike = losses.get(lost.join()) ?? { lost, events: [] };
    losses.set(lost.join(), alike);
    alike.events.push(eventId);
    if (is.some((id, place) => (isOrdered ? id !== was[place] : !was.includes(id))))
      related.push(...is.map((id, position) => ({ eventId, [column]: id, ...(isOrdered && { position }) })));
  }
  for (const { lost, events } of losses.values()) await table.remove(manager, { eventId: events, [column]: lost });
  if (related.length > 0) await table.upsert(manager, related, ['eventId', column]);
}
