import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type Language } from '../../../lib/i18n/language.js';
import { Event } from '../event.entity.js';

/** The searchable text of an event in one language: a normalized copy in a separate table. */
@Entity({ name: 'event_search_texts' })
export class EventSearchText {
  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;

  @PrimaryColumn('varchar', { length: 2 })
  language!: Language;

  /** Folded text in UTF-8, with one line each for title, excerpt and description. */
  @Column('blob')
  text!: Buffer;

  /** Identifies the text whose words are in the index (`wordsMark`); null or another number if it is not this one. */
  @Column('int', { unsigned: true, nullable: true })
  words!: number | null;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_event_search_texts_record' })
  record!: Relation<Event>;
}
