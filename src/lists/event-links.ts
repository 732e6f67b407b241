import { type EntityManager } from 'typeorm';
import { type Caller } from '../requests/context/role.js';
import { type Kind } from '../languages/kind.js';
import { type Condition } from '../database/sql/condition.js';

/** Records whose events are counted for others, or no longer are. */
export interface CountedAbove {
  readonly records: readonly number[];
  readonly ancestors: readonly number[];
  readonly sign: 1 | -1;
}

/** What the other kinds need to know of events. Provided by the events. */
export abstract class EventLinks {
  /**
   * SQL that holds for records that an event links to which the caller may read; the trash does not count.
   * @param record the SQL of the record's id in the query around it, such as `venue.id`
   */
  abstract linkedFromAny(kind: Kind, record: string, caller: Caller, only?: { upcoming: boolean }): Condition;

  /** SQL that holds for records that one event links to. */
  abstract linkedFrom(kind: Kind, record: string, eventId: number): Condition;

  /**
   * Has the events of records count for others that these now stand below, or no longer: those that do not count for
   * them by another record, too.
   * @param records whose events nobody counts meanwhile
   */
  abstract countAbove(manager: EntityManager, kind: Kind, change: CountedAbove): Promise<void>;

  /** Forgets how many events there were of a record that is gone for good. */
  abstract forget(manager: EntityManager, kind: Kind, id: number): Promise<void>;

  /** Whether there is such an event, and the caller may read all of it. */
  abstract isReadable(manager: EntityManager, eventId: number, caller: Caller): Promise<boolean>;
}
