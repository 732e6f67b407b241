import { type EntityManager } from 'typeorm';
import { type Caller } from '../http/context/role.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type SqlFragment } from '../database/sql/statements.js';
import { type Filter } from './listing.js';

/** What other resources need to know about events. The module of events provides it. */
export abstract class EventLinks {
  /**
   * SQL that is true for records related to an event that the caller may read and that is not in the trash.
   * @param record the SQL of the record's id in the outer query, such as `venue.id`
   */
  abstract linkedFromAny(
    resource: ResourceNames,
    record: string,
    caller: Caller,
    only?: { upcoming: boolean },
  ): SqlFragment;

  /** SQL that is true for records related to one event. */
  abstract linkedFrom(resource: ResourceNames, record: string, eventId: number): SqlFragment;

  /** Marks the events of a record as changed, because its relations are deleted with it. */
  abstract logUnlinked(manager: EntityManager, resource: ResourceNames, id: number): Promise<void>;

  /** Whether the event exists and the caller may read all of it. */
  abstract isReadable(manager: EntityManager, eventId: number, caller: Caller): Promise<boolean>;
}

/** Keeps the records that the event of a parameter links to. */
export function ofEvent(name: 'post' | 'event', resource: ResourceNames, events: EventLinks): Filter<number> {
  return async (rows, id, { manager, context, errors }) => {
    if (!(await events.isReadable(manager, id, context.caller)))
      return errors.add(name, (messages) => messages.unknownId([id]));
    rows.andWhere(events.linkedFrom(resource, `${rows.alias}.id`, id));
  };
}
