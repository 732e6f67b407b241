import { type EntityManager } from 'typeorm';
import { type Database, type Work } from '../../../database/database.js';
import { OptimisticLockError } from '../../../database/database-errors.js';
import { query } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { Event } from '../event.entity.js';

/**
 * A unit of work that waits until no other one writes to the series of an event. Without it, writers of one series would
 * all do their work, and all but one in vain; and a transaction that began to read before another one ended sees some rows
 * as they were then, and others as they are.
 * @param find the id of the event, which may not exist
 */
export async function onLockedSeries<T>(
  database: Database,
  find: (manager: EntityManager) => Promise<number>,
  work: Work<T>,
): Promise<Work<T>> {
  // The only writer of a SQLite file waits for no other one.
  if (!database.hasConcurrentWrites) return work;
  const findSeries = async (manager: EntityManager) => seriesOf(manager, await find(manager));
  let series = await database.read(findSeries);
  return async (manager) => {
    if (series === null) return work(manager);
    // A locking read comes first: others read the state of the moment at which the transaction reads for the first time.
    await query(manager, 'SELECT id FROM events WHERE id = ? FOR UPDATE', [series]);
    const locked = series;
    series = await findSeries(manager);
    if (series !== locked) throw new OptimisticLockError();
    return work(manager);
  };
}

/** The series of an event; null for a single event. */
async function seriesOf(manager: EntityManager, id: number): Promise<number | null> {
  const [row] = await tableOf(manager, Event).select(manager, { id }, { columns: ['seriesId'] });
  return row?.seriesId ?? null;
}
