import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { type KindDefinition } from '../../resources/definition.js';
import { Event } from '../event.entity.js';
import { LinkRow } from './link-row.js';

const LISTED_BY = ['listed', 'startUtc', 'eventId', 'endUtc', 'featured', 'ticketed'];

/** The column of the linked record's id in the links to a kind: `venueId`. */
export const linkColumn = ({ names: { one } }: KindDefinition) => `${one}Id`;

/**
 * Makes the entity of the links to a kind: the table `event_venues` with the columns of `LinkRow`, the record's id, and
 * its place among the event's links (from 0) where the order counts.
 */
export function linkEntity(kind: KindDefinition, isOrdered: boolean): new () => LinkRow {
  const { one, many } = kind.names;
  const [table, column] = [`event_${many}`, linkColumn(kind)];
  const Row = class extends LinkRow {};
  Object.defineProperty(Row, 'name', { value: `Event${one.charAt(0).toUpperCase()}${one.slice(1)}` });
  const belongsTo = (property: string, entity: new () => object, to: string) => {
    ManyToOne(() => entity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })(Row.prototype, property);
    JoinColumn({ name: to, foreignKeyConstraintName: `FK_${table}_${property}` })(Row.prototype, property);
  };
  PrimaryColumn('int', { unsigned: true })(Row.prototype, column);
  belongsTo('event', Event, 'eventId');
  belongsTo(one, kind.entity, column);
  if (isOrdered) Column('int', { unsigned: true })(Row.prototype, 'position');
  Index(`IX_${table}_start`, [column, ...LISTED_BY])(Row);
  Index(`IX_${table}_duration`, ['durationClass', column, ...LISTED_BY])(Row);
  Entity(table)(Row);
  return Row;
}
