import { Column, Entity, Index, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { ExcerptTranslation } from '../content/translations/translation.js';
import { Event } from './event.entity.js';

@Entity('event_translations')
@Index('UQ_event_translations_slug', ['language', 'slug'], { unique: true })
@Index('IX_event_translations_name', ['language', 'nameKey'])
@Index('IX_event_translations_borrowed', ['language', 'borrowed', 'recordId'])
@Index('IX_event_translations_image', ['imageId'])
export class EventTranslation extends ExcerptTranslation {
  @ManyToOne(() => Event, (record) => record.translations, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_event_translations_record' })
  record!: Relation<Event>;

  /** Why the event does not take place as announced. */
  @Column('varchar', { length: 255, nullable: true })
  statusReason!: string | null;

  /** Replaces the address of the event in this language. */
  @Column('varchar', { length: 2048, nullable: true })
  onlineUrl!: string | null;
}
