import { type EntityManager } from 'typeorm';
import { Category } from '../categories/category.entity.js';
import { Event } from '../events/event.entity.js';
import { Organizer } from '../organizers/organizer.entity.js';
import { Tag } from '../tags/tag.entity.js';
import { Venue } from '../venues/venue.entity.js';

/** The kinds of records of a calendar, those that refer to others first. */
export const RECORDS = {
  events: Event,
  venues: Venue,
  organizers: Organizer,
  categories: Category,
  tags: Tag,
} as const;

export type RecordCounts = Record<keyof typeof RECORDS, number>;

/** How many records of each kind a database has. */
export async function recordCounts(manager: EntityManager): Promise<RecordCounts> {
  return {
    events: await manager.count(Event),
    venues: await manager.count(Venue),
    organizers: await manager.count(Organizer),
    categories: await manager.count(Category),
    tags: await manager.count(Tag),
  };
}

export function isEmpty(counts: RecordCounts): boolean {
  return Object.values(counts).every((count) => count === 0);
}

/** `57 events, 8 venues, …`; kinds without records are left out. */
export function inWords(counts: RecordCounts): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? 'no records' : some.map(([kind, count]) => `${count} ${kind}`).join(', ');
}
