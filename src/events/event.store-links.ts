import { type EntityManager, In, type ObjectLiteral } from 'typeorm';
import { Category } from '../categories/category.entity.js';
import { differences } from '../common/records/store.js';
import { Tag } from '../tags/tag.entity.js';
import { EventCategory } from './event-category.entity.js';
import { EventOrganizer } from './event-organizer.entity.js';
import { EventTag } from './event-tag.entity.js';
import { EventVenue } from './event-venue.entity.js';
import { Event } from './event.entity.js';
import { linkCopy, type Listable } from './event.listed.js';
import { type EventLinkage, type LinkName } from './event.load.js';
import { storeDays } from './event.store-days.js';

/** The ids that an event is linked to, in order. */
export type LinkIds = Readonly<Record<keyof EventLinkage, readonly number[]>>;

export const NO_LINKS: LinkIds = { venues: [], organizers: [], categories: [], tags: [] };

export function linkIdsOf({ venues, organizers, categories, tags }: EventLinkage): LinkIds {
  const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id);
  return { venues: ids(venues), organizers: ids(organizers), categories: ids(categories), tags: ids(tags) };
}

const TABLES = {
  venues: { entity: EventVenue, column: 'venueId', isOrdered: true },
  organizers: { entity: EventOrganizer, column: 'organizerId', isOrdered: true },
  categories: { entity: EventCategory, column: 'categoryId', isOrdered: false },
  tags: { entity: EventTag, column: 'tagId', isOrdered: false },
} as const;

const TERMS = [
  ['categories', Category],
  ['tags', Tag],
] as const;

/** The kinds of links in which two states differ; the order counts for venues and organizers. */
export function changedLinks(before: LinkIds, after: LinkIds): LinkName[] {
  const key = (ids: readonly number[], isOrdered: boolean) => (isOrdered ? ids : [...ids].sort()).join();
  return (Object.keys(TABLES) as LinkName[]).filter(
    (name) => key(before[name], TABLES[name].isOrdered) !== key(after[name], TABLES[name].isOrdered),
  );
}

/** An event as lists and counts know it. */
export interface EventState extends Listable {
  readonly links: LinkIds;
}

export function stateOf(event: Event, links: LinkIds): EventState {
  return { ...event, links };
}

/** Whether an event shows other numbers of its terms after a write. */
export function isRecounted(before: EventState | undefined, after: EventState): boolean {
  return TERMS.some(([name]) => {
    const { gained, lost } = countChanges(name, before, after);
    return [...gained, ...lost].some((id) => after.links[name].includes(id));
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
  await storeDays(manager, before, after);
}

/** Stores the links that change, and renews in the others what they repeat of the event. */
async function storeLinks(
  manager: EntityManager,
  eventId: number,
  before: EventState | undefined,
  after: EventState,
): Promise<void> {
  const copy = linkCopy(after);
  const isStale = before !== undefined && Object.keys(differences(linkCopy(before), copy)).length > 0;
  for (const name of Object.keys(TABLES) as LinkName[]) {
    const { entity, column, isOrdered } = TABLES[name];
    const was = before?.links[name] ?? [];
    const is = after.links[name];
    const lost = was.filter((id) => !is.includes(id));
    const isRelinked = is.some((id, place) => (isOrdered ? id !== was[place] : !was.includes(id)));
    const links = is.map((id, position) => ({ eventId, [column]: id, ...copy, ...(isOrdered && { position }) }));
    if (lost.length > 0) await manager.delete<ObjectLiteral>(entity, { eventId, [column]: In(lost) });
    if (isRelinked) await manager.upsert<ObjectLiteral>(entity, links, ['eventId', column]);
    else if (isStale && is.length > 0) await manager.update<ObjectLiteral>(entity, { eventId }, copy);
  }
}

/** Keeps the number of published events of each term: the change is added in the database, so that two writes both count. */
async function storeCounts(
  manager: EntityManager,
  before: EventState | undefined,
  after: EventState | undefined,
): Promise<void> {
  for (const [name, entity] of TERMS) {
    const { gained, lost } = countChanges(name, before, after);
    if (gained.length + lost.length === 0) continue;
    const change = gained.length > 0 ? 'CASE WHEN id IN (:...gained) THEN 1 ELSE -1 END' : '-1';
    await manager
      .createQueryBuilder()
      .update<Category | Tag>(entity)
      .set({ count: () => `count + ${change}` })
      .where({ id: In([...gained, ...lost]) })
      .setParameters({ gained })
      .execute();
  }
}

/** The terms that count an event after a write and did not before, and the other way round. */
function countChanges(
  name: 'categories' | 'tags',
  before: EventState | undefined,
  after: EventState | undefined,
): { gained: number[]; lost: number[] } {
  const counted = (state: EventState | undefined) => new Set(state?.status === 'publish' ? state.links[name] : []);
  const [was, is] = [counted(before), counted(after)];
  return { gained: [...is].filter((id) => !was.has(id)), lost: [...was].filter((id) => !is.has(id)) };
}

/** Keeps what follows from an event once it is published by the passing of time. */
export async function storePublication(manager: EntityManager, eventId: number): Promise<void> {
  const event = await manager.findOneByOrFail(Event, { id: eventId });
  const links = { ...NO_LINKS };
  for (const name of Object.keys(TABLES) as LinkName[]) {
    const { entity, column } = TABLES[name];
    const rows = await manager.findBy<ObjectLiteral>(entity, { eventId });
    Object.assign(links, { [name]: rows.map((row) => row[column] as number) });
  }
  const after = stateOf(event, links);
  await storeState(manager, eventId, { ...after, status: 'future' }, after);
}
