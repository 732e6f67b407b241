import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type Language } from '../../i18n/language.js';
import { Event } from '../event.entity.js';

/** The text of an event in one language that searches look through: a normalized copy in a table of its own. */
@Entity({ name: 'event_search_texts' })
export class EventSearchText {
  @PrimaryColumn('int', { unsigned: true })
  recordId!: number;

  @PrimaryColumn('varchar', { length: 2 })
  language!: Language;

  /** Folded, in UTF-8; a line each for title, excerpt and description. */
  @Column('blob')
  text!: Buffer;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_event_search_texts_record' })
  record!: Relation<Event>;
}
