import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { type ResourceDefinition } from '../../resource/definition.js';
import { Event } from '../event.entity.js';

/** A row of a join table between events and a resource. `relationColumn` names the column with the record's id. */
export abstract class RelationRow {
  @PrimaryColumn('int', { unsigned: true })
  eventId!: number;
}

/** The column of the related record's id: `venueId`. */
export const relationColumn = ({ names: { singular } }: ResourceDefinition) => `${singular}Id`;

/**
 * Creates the entity of the join table between events and a resource, such as `event_venues`: the ids of event and
 * record and, if the relation is ordered, the `position` of the record, from 0.
 */
export function createRelationEntity(resource: ResourceDefinition, isOrdered: boolean): new () => RelationRow {
  const { singular, plural } = resource.names;
  const [table, column] = [`event_${plural}`, relationColumn(resource)];
  const Row = class extends RelationRow {};
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
