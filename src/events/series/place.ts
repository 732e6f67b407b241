import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { differences } from '../../content/store.js';
import { Event } from '../event.entity.js';
import { type LinkedEvent } from '../relations/load.js';

type Place = Pick<Event, 'seriesId' | 'seriesDate'> &
  Partial<Pick<Event, 'ownFields' | 'parentId' | 'extendAt' | 'recurrence'>>;

/** Stores the series of an event, or that it has none, in the row and in the object. */
export async function storePlace(manager: EntityManager, event: LinkedEvent, place: Place): Promise<void> {
  const columns = differences<Partial<Event>>(event, place);
  if (Object.keys(columns).length > 0) await tableOf(manager, Event).update(manager, { id: event.id }, columns);
  Object.assign(event, place);
}
