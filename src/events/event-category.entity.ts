import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Category } from '../categories/category.entity.js';
import { Event } from './event.entity.js';

@Entity('event_categories')
@Index('IX_event_categories_category', ['categoryId', 'eventId'])
export class EventCategory {
  @PrimaryColumn('int', { unsigned: true })
  eventId!: number;

  @PrimaryColumn('int', { unsigned: true })
  categoryId!: number;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'eventId', foreignKeyConstraintName: 'FK_event_categories_event' })
  event!: Relation<Event>;

  @ManyToOne(() => Category, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'categoryId', foreignKeyConstraintName: 'FK_event_categories_category' })
  category!: Relation<Category>;
}
