import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { Event } from '../event.entity.js';
import { linksOf } from './load-members.js';
import { storeMemberLinks } from './store-links.js';

/** Keeps what follows from events that the passing of time has published, a whole series or more; a constant number of statements. */
export async function storePublications(manager: EntityManager, ids: readonly number[]): Promise<void> {
  const events = await tableOf(manager, Event).select(manager, { id: ids });
  const links = await linksOf(manager, ids);
  const changes = events.map((event) => {
    const after = { event, links: links.get(event.id)! };
    return { before: { ...after, event: { ...event, status: 'future' as const } }, after };
  });
  await storeMemberLinks(manager, changes);
}
