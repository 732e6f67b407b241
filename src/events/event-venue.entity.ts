import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Venue } from '../venues/venue.entity.js';
import { EventLink } from './event-link.js';
import { Event } from './event.entity.js';

@Entity('event_venues')
@Index('IX_event_venues_start', ['venueId', 'listed', 'startUtc', 'eventId', 'endUtc', 'featured', 'ticketed'])
@Index('IX_event_venues_duration', [
  'durationClass',
  'venueId',
  'listed',
  'startUtc',
  'eventId',
  'endUtc',
  'featured',
  'ticketed',
])
export class EventVenue extends EventLink {
  @PrimaryColumn('int', { unsigned: true })
  venueId!: number;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'eventId', foreignKeyConstraintName: 'FK_event_venues_event' })
  event!: Relation<Event>;

  @ManyToOne(() => Venue, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'venueId', foreignKeyConstraintName: 'FK_event_venues_venue' })
  venue!: Relation<Venue>;

  /** Place among the event's links, from 0. */
  @Column('int', { unsigned: true })
  position!: number;
}
