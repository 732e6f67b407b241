import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { type Language } from '../../languages/language.js';
import { ANY_TEXT, SIGNATURE_LENGTH } from '../../values/text/signature.js';
import { Event } from '../event.entity.js';

/** The index that has what says of most texts that they need not be looked through. */
export const SIGNATURES = 'IX_event_search_texts_signature';

/**
 * What a search reads of an event in one language: a copy of the text that is shown, apart from all else and in the
 * order of time, so that the events of a window lie side by side.
 */
@Entity({ name: 'event_search_texts', withoutRowid: true })
@Index('IX_event_search_texts_record', ['recordId'])
@Index(SIGNATURES, ['language', 'startUtc', 'signature'])
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

  /** Of the text, see `signatureOf`. */
  @Column({ type: 'varchar', length: SIGNATURE_LENGTH, charset: 'ascii', collation: 'ascii_bin', default: ANY_TEXT })
  signature!: string;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'recordId', foreignKeyConstraintName: 'FK_event_search_texts_record' })
  record!: Relation<Event>;
}
