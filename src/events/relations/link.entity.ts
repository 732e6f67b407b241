import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { type ResourceDefinition } from '../../resource/definition.js';
import { Event } from '../event.entity.js';

/** The relation of an event to one record, as it is stored. The column of the record's id is called after its resource. */
export abstract class EventRelation {
  @PrimaryColumn('int', { unsigned: true })
  eventId!: number;
}

/** The column of the related record's id: `venueId`. */
export const linkColumn = ({ names: { singular } }: ResourceDefinition) => `${singular}Id`;

/**
 * Makes the entity of the relations to a resource: the table `event_venues` with the ids of event and record, and the
 * place of the record among those of the event (from 0) where the order counts.
 */
export function linkEntity(resource: ResourceDefinition, isOrdered: boolean): new () => EventRelation {
  const { singular, plural } = resource.names;
  const [table, column] = [`event_${plural}`, linkColumn(resource)];
  const Row = class extends EventRelation {};
  Object.defineProperty(Row, 'name', { value: `Event${singular.charAt(0).toUpperCase()}${singular.slice(1)}` });
  const belongsTo = (property: string, entity: new () => object, to: string) => {
    ManyToOne(() => entity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })(Row.prototype, property);
    JoinColumn({ name: to, foreignKeyConstraintName: `FK_${table}_${property}` })(Row.prototype, property);
  };
  PrimaryColumn('int', { unsigned: true })(Row.prototype, column);
  belongsTo('event', Event, 'eventId');
  belongsTo(singular, resource.entity, column);
  if (isOrdered) Column('int', { unsigned: true })(Row.prototype, 'position');
  Index(`IX_${table}_${singular}`, [column, 'eventId'])(Row);
  Entity(table)(Row);
  return Row;
}
