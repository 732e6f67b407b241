import { type EntityManager, In } from 'typeorm';
import { type Category } from '../categories/category.entity.js';
import { type Extensions } from '../common/extensions/extensions.js';
import { inOrder } from '../common/listing/in-order.js';
import { type Organizer } from '../organizers/organizer.entity.js';
import { type Tag } from '../tags/tag.entity.js';
import { type Venue } from '../venues/venue.entity.js';
import { VENUE } from '../venues/venue.kind.js';
import { EventCategory } from './event-category.entity.js';
import { EventOrganizer } from './event-organizer.entity.js';
import { EventTag } from './event-tag.entity.js';
import { EventVenue } from './event-venue.entity.js';
import { Event } from './event.entity.js';

/** What an event is linked to, whoever may read it: the presenter leaves out what a caller may not. */
export interface EventLinkage {
  venues: Venue[];
  organizers: Organizer[];
  categories: Category[];
  tags: Tag[];
}

export type LinkedEvent = Event & EventLinkage;

/** Events with all that they are shown with, in the order of the ids; five statements, however many there are, and those of extensions. */
export async function loadEvents(
  manager: EntityManager,
  ids: readonly number[],
  extensions: Extensions,
): Promise<LinkedEvent[]> {
  if (ids.length === 0) return [];
  const events = await manager.find(Event, {
    where: { id: In(ids) },
    relations: { translations: true, image: true, parent: true },
  });
  const linkage = await loadLinkage(manager, ids, extensions);
  return inOrder(events, ids).map((event) => Object.assign(event, linkage(event.id)));
}

/** A kind of records that events are linked to. */
export type LinkName = keyof EventLinkage;

/** What events are linked to: a statement for each kind, and those of extensions. */
async function loadLinkage(
  manager: EntityManager,
  ids: readonly number[],
  extensions: Extensions,
): Promise<(id: number) => EventLinkage> {
  const of = { where: { eventId: In(ids) } };
  const published = { translations: true, image: true } as const;
  const inPlace = { order: { position: 'ASC' } } as const;
  const venues = await manager.find(EventVenue, { ...of, ...inPlace, relations: { venue: published } });
  const organizers = await manager.find(EventOrganizer, { ...of, ...inPlace, relations: { organizer: published } });
  const categories = await manager.find(EventCategory, { ...of, relations: { category: { translations: true } } });
  const tags = await manager.find(EventTag, { ...of, relations: { tag: { translations: true } } });
  const places = venues.map(({ venue }) => venue);
  await extensions.load(VENUE, manager, places);
  return linkageOf(venues, organizers, categories, tags);
}

function linkageOf(
  venues: readonly EventVenue[],
  organizers: readonly EventOrganizer[],
  categories: readonly EventCategory[],
  tags: readonly EventTag[],
): (id: number) => EventLinkage {
  const [venuesOf, organizersOf, categoriesOf, tagsOf] = [
    grouped(venues, ({ venue }) => venue),
    grouped(organizers, ({ organizer }) => organizer),
    grouped(categories, ({ category }) => category),
    grouped(tags, ({ tag }) => tag),
  ];
  return (id) => ({
    venues: venuesOf(id),
    organizers: organizersOf(id),
    categories: categoriesOf(id),
    tags: tagsOf(id),
  });
}

/** Reads anew how many events name the terms of an event, in one statement. */
export async function readCounts(manager: EntityManager, { id, categories, tags }: LinkedEvent): Promise<void> {
  const countsOf = (name: 'categories' | 'tags', column: string) =>
    `SELECT '${name}' AS name, term.id AS id, term.count AS count ` +
    `FROM event_${name} link JOIN ${name} term ON term.id = link.${column} WHERE link.eventId = ?`;
  const sql = `${countsOf('categories', 'categoryId')} UNION ALL ${countsOf('tags', 'tagId')}`;
  const counts = await manager.query<{ name: string; id: number; count: number }[]>(sql, [id, id]);
  for (const { name, id: termId, count } of counts) {
    const terms: (Category | Tag)[] = name === 'tags' ? tags : categories;
    Object.assign(
      terms.find((term) => term.id === termId)!,
      { count },
    );
  }
}

function grouped<L extends { eventId: number }, R>(links: readonly L[], target: (link: L) => R): (id: number) => R[] {
  const byEvent = new Map<number, R[]>();
  for (const link of links) {
    const records = byEvent.get(link.eventId);
    if (records) records.push(target(link));
    else byEvent.set(link.eventId, [target(link)]);
  }
  return (id) => byEvent.get(id) ?? [];
}
