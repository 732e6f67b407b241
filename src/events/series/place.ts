import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/rows/table.js';
import { differences } from '../../records/store.js';
import { Event } from '../event.entity.js';
import { type LinkedEvent } from '../relations/load.js';
import { storeSeriesState } from '../relations/store-links.js';

type Place = Pick<Event, 'seriesId' | 'seriesDate'> &
  Partial<Pick<Event, 'ownFields' | 'parentId' | 'extendAt' | 'recurrence'>>;

/** Stores of which series an event is, or that it is of none, with the numbers that follow from it; the event is told. */
export async function storePlace(manager: EntityManager, event: LinkedEvent, place: Place): Promise<void> {
  await storeSeriesState(manager, event, place.seriesId);
  const columns = differences<Partial<Event>>(event, place);
  if (Object.keys(columns).length > 0) await tableOf(manager, Event).update(manager, { id: event.id }, columns);
  Object.assign(event, place);
}
