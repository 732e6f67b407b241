import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organizer } from '../organizers/organizer.entity.js';
import { EventLink } from './event-link.js';
import { Event } from './event.entity.js';

@Entity('event_organizers')
@Index('IX_event_organizers_start', ['organizerId', 'listed', 'startUtc', 'eventId', 'endUtc', 'featured', 'ticketed'])
@Index('IX_event_organizers_duration', [
  'durationClass',
  'organizerId',
  'listed',
  'startUtc',
  'eventId',
  'endUtc',
  'featured',
  'ticketed',
])
export class EventOrganizer extends EventLink {
  @PrimaryColumn('int', { unsigned: true })
  organizerId!: number;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'eventId', foreignKeyConstraintName: 'FK_event_organizers_event' })
  event!: Relation<Event>;

  @ManyToOne(() => Organizer, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'organizerId', foreignKeyConstraintName: 'FK_event_organizers_organizer' })
  organizer!: Relation<Organizer>;

  /** Place among the event's links, from 0. */
  @Column('int', { unsigned: true })
  position!: number;
}
