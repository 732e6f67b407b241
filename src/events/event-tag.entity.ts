import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Tag } from '../tags/tag.entity.js';
import { EventLink } from './event-link.js';
import { Event } from './event.entity.js';

@Entity('event_tags')
@Index('IX_event_tags_start', ['tagId', 'listed', 'startUtc', 'eventId', 'endUtc', 'featured', 'ticketed'])
@Index('IX_event_tags_duration', [
  'durationClass',
  'tagId',
  'listed',
  'startUtc',
  'eventId',
  'endUtc',
  'featured',
  'ticketed',
])
export class EventTag extends EventLink {
  @PrimaryColumn('int', { unsigned: true })
  tagId!: number;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'eventId', foreignKeyConstraintName: 'FK_event_tags_event' })
  event!: Relation<Event>;

  @ManyToOne(() => Tag, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'tagId', foreignKeyConstraintName: 'FK_event_tags_tag' })
  tag!: Relation<Tag>;
}
