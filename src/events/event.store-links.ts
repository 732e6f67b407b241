import { type EntityManager, In, type ObjectLiteral } from 'typeorm';
import { Category } from '../categories/category.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { EventCategory } from './event-category.entity.js';
import { EventOrganizer } from './event-organizer.entity.js';
import { EventTag } from './event-tag.entity.js';
import { EventVenue } from './event-venue.entity.js';
import { type EventLinkage } from './event.load.js';

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

type LinkName = keyof typeof TABLES;

/** The kinds of links in which two states differ; the order counts for venues and organizers. */
export function changedLinks(before: LinkIds, after: LinkIds): LinkName[] {
  const key = (ids: readonly number[], isOrdered: boolean) => (isOrdered ? ids : [...ids].sort()).join();
  return (Object.keys(TABLES) as LinkName[]).filter(
    (name) => key(before[name], TABLES[name].isOrdered) !== key(after[name], TABLES[name].isOrdered),
  );
}

/** Replaces links; two statements for each kind that changes, however many links there are. */
export async function storeLinks(
  manager: EntityManager,
  eventId: number,
  before: LinkIds,
  after: LinkIds,
): Promise<void> {
  for (const name of changedLinks(before, after)) {
    const { entity, column, isOrdered } = TABLES[name];
    if (before[name].length > 0) await manager.delete<ObjectLiteral>(entity, { eventId });
    const rows = after[name].map((id, position) => ({ eventId, [column]: id, ...(isOrdered && { position }) }));
    if (rows.length > 0) await manager.insert<ObjectLiteral>(entity, rows);
  }
}

/** What decides over the counts of terms. */
export interface Counted {
  readonly isPublished: boolean;
  readonly links: LinkIds;
}

/** Keeps the number of published events of each term: the change is added in the database, so that two writes both count. */
export async function storeCounts(manager: EntityManager, before: Counted, after: Counted): Promise<void> {
  for (const [name, entity] of [
    ['categories', Category],
    ['tags', Tag],
  ] as const) {
    const counted = ({ isPublished, links }: Counted) => new Set(isPublished ? links[name] : []);
    const [was, is] = [counted(before), counted(after)];
    const gained = [...is].filter((id) => !was.has(id));
    const lost = [...was].filter((id) => !is.has(id));
    if (gained.length > 0) await manager.increment<Category | Tag>(entity, { id: In(gained) }, 'count', 1);
    if (lost.length > 0) await manager.decrement<Category | Tag>(entity, { id: In(lost) }, 'count', 1);
  }
}

/** Counts an event for its terms once it is published by the passing of time. */
export async function countPublished(manager: EntityManager, eventId: number): Promise<void> {
  for (const [link, column, term] of [
    [EventCategory, 'categoryId', Category],
    [EventTag, 'tagId', Tag],
  ] as const) {
    const links = await manager.findBy<ObjectLiteral>(link, { eventId });
    const ids = links.map((row) => row[column] as number);
    if (ids.length > 0) await manager.increment<Category | Tag>(term, { id: In(ids) }, 'count', 1);
  }
}
