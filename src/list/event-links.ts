import { type EntityManager } from 'typeorm';
import { type Caller } from '../http/context/role.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type SqlFragment } from '../database/sql/condition.js';
import { type Filter } from './listing.js';

/** What the other resources need to know about events; the module of events provides it. */
export abstract class EventLinks {
  /**
   * SQL that holds for records that an event links to which the caller may read; the trash does not count.
   * @param record the SQL of the record's id in the query around it, such as `venue.id`
   */
  abstract linkedFromAny(
    resource: ResourceNames,
    record: string,
    caller: Caller,
    only?: { upcoming: boolean },
  ): SqlFragment;

  /** SQL that holds for records that one event links to. */
  abstract linkedFrom(resource: ResourceNames, record: string, eventId: number): SqlFragment;

  /** Notes that the events which a record is linked to are changed: with the record their links are deleted for good. */
  abstract logUnlinked(manager: EntityManager, resource: ResourceNames, id: number): Promise<void>;

  /** Whether there is such an event, and the caller may read all of it. */
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
