import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type Language } from '../../languages/language.js';
import { Event } from '../event.entity.js';

/**
 * What a search reads of an event in one language: a copy of the text that is shown, apart from all else and in the
 * order of time, so that the events of a window lie side by side.
 */
@Entity({ name: 'event_search_texts', withoutRowid: true })
@Index('IX_event_search_texts_record', ['recordId'])
export class EventSearchText {
  @PrimaryColumn('varchar', { length: 2 })
  language!: Language;

  @PrimaryColumn('datetime')
  startUtc!: Date;

  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;

  /** Whether a password stands before all but the title. */
  @Column('boolean')
  masked!: boolean;

  /** Folded, in UTF-8; a line each for title, excerpt and description. */
  @Column('blob')
  text!: Buffer;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_event_search_texts_record' })
  record!: Relation<Event>;
}
