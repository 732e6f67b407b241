import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { EventTranslation } from '../event-translation.entity.js';
import { Event } from '../event.entity.js';
import { loadLinkedIds } from '../relations/load.js';
import { type EventRow, type StoredEvent, type TextRow } from '../write/stored-event.js';

/**
 * Loads the occurrences of a series except the first, also those in the trash, with a constant number of statements.
 * @param series its state when they were last written
 */
export async function loadOccurrences(manager: EntityManager, series: StoredEvent): Promise<StoredEvent[]> {
  const rows = await tableOf(manager, Event).select(manager, { seriesId: series.event.id });
  const events: EventRow[] = rows.filter(({ id }) => id !== series.event.id);
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const links = await loadLinkedIds(manager, ids);
  const texts = await textsOf(manager, ids);
  return events.map((event) => ({ event, links: links.get(event.id)!, texts: texts.get(event.id)! }));
}

/** All columns are read, since an occurrence from the trash may differ from its series. */
async function textsOf(manager: EntityManager, ids: readonly number[]): Promise<Map<number, TextRow[]>> {
  const byEvent = new Map(ids.map((id) => [id, [] as TextRow[]]));
  for (const row of await tableOf(manager, EventTranslation).select(manager, { recordId: ids }))
    byEvent.get(row.recordId)?.push(row);
  return byEvent;
}
