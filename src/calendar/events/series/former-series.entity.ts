import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Event } from '../event.entity.js';

/**
 * The role of an event after it left its series: the record of a part that was divided off, a single event, or the record
 * that represents the same series from then on.
 */
export type Departure = 'part' | 'single' | 'record';

/** A series that an event or a part of a series belonged to before, by which its former values are found. */
@Entity('former_series')
@Index('IX_former_series_event', ['eventId'])
@Index('IX_former_series_series', ['seriesId', 'seriesRevision'])
export class FormerSeries {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  /** The event that left; of a part, the record that represents it now. */
  @Column('int', { unsigned: true })
  eventId!: number;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'eventId', foreignKeyConstraintName: 'FK_former_series_event' })
  event!: Relation<Event>;

  /** The record that represented the series. It may be deleted since. */
  @Column('int', { unsigned: true })
  seriesId!: number;

  /** The counter of writes of that record after the write by which the event left: its earlier states applied to the event. */
  @Column('int', { unsigned: true })
  seriesRevision!: number;

  /** The date of the event in that series. */
  @Column('varchar', { length: 19 })
  seriesDate!: string;

  @Column('varchar', { length: 6 })
  departure!: Departure;

  /** The counter of writes of the event itself after it left. */
  @Column('int', { unsigned: true })
  eventRevision!: number;
}
