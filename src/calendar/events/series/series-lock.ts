import { type EntityManager } from 'typeorm';
import { type Database, type Work } from '../../../database/database.js';
import { RestartTransaction } from '../../../database/database-errors.js';
import { query } from '../../../database/sql/statements.js';
import { type EventWithRelations } from '../relations/relations.js';

/**
 * A write to an event during which no other one writes to its series. Without it, all writers of one series would do their
 * work, and only one of them would succeed. A transaction that began to read before another one ended would also mix former
 * rows with present ones. A first attempt finds out which series it is: single events need no lock.
 * @param find loads the event
 */
export function onLockedSeries<T>(
  database: Database,
  find: (manager: EntityManager) => Promise<EventWithRelations>,
  write: (manager: EntityManager, event: EventWithRelations) => Promise<T>,
): Work<T> {
  let locked: number | null = null;
  return async (manager) => {
    // A locking read comes first: others read the state of the moment at which the transaction reads for the first time.
    if (locked !== null) await query(manager, 'SELECT id FROM events WHERE id = ? FOR UPDATE', [locked]);
    const event = await find(manager);
    // The only writer of a SQLite file waits for no other one.
    if (database.hasConcurrentWrites && event.seriesId !== locked) {
      locked = event.seriesId;
      throw new RestartTransaction();
    }
    return write(manager, event);
  };
}
