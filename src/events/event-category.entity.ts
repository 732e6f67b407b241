import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Category } from '../categories/category.entity.js';
import { EventLink } from './event-link.js';
import { Event } from './event.entity.js';

@Entity('event_categories')
@Index('IX_event_categories_start', ['categoryId', 'listed', 'startUtc', 'eventId', 'endUtc', 'featured', 'ticketed'])
@Index('IX_event_categories_duration', [
  'durationClass',
  'categoryId',
  'listed',
  'startUtc',
  'eventId',
  'endUtc',
  'featured',
  'ticketed',
])
export class EventCategory extends EventLink {
  @PrimaryColumn('int', { unsigned: true })
  categoryId!: number;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'eventId', foreignKeyConstraintName: 'FK_event_categories_event' })
  event!: Relation<Event>;

  @ManyToOne(() => Category, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'categoryId', foreignKeyConstraintName: 'FK_event_categories_category' })
  category!: Relation<Category>;
}
