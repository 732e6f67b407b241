import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Event } from '../../calendar/events/event.entity.js';
import { type Language } from '../../lib/i18n/language.js';

/** Who has sent an event with the public form. It is removed some time after the decision, and with its event. */
@Entity('submissions')
@Index('UQ_submissions_reference', ['reference'], { unique: true })
@Index('IX_submissions_received', ['receivedAt'])
export class Submission {
  @PrimaryColumn('int', { unsigned: true })
  eventId!: number;

  @ManyToOne(() => Event, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'eventId', foreignKeyConstraintName: 'FK_submissions_event' })
  event!: Relation<Event>;

  /** The reference that the sender gets, and quotes in questions to the editors. */
  @Column({ type: 'varchar', length: 12, charset: 'ascii', collation: 'ascii_bin' })
  reference!: string;

  @Column('varchar', { length: 255 })
  contactName!: string;

  @Column('varchar', { length: 320 })
  contactEmail!: string;

  /** The note of the sender to the editors. */
  @Column('varchar', { length: 2000, nullable: true })
  note!: string | null;

  /** Language of the form, in which the sender gets messages. */
  @Column('varchar', { length: 2 })
  language!: Language;

  /** SHA-256 of what was sent about the event, hexadecimal. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  contentHash!: string;

  @Column('datetime')
  receivedAt!: Date;

  /** When the event was published, scheduled or refused; null while it waits. */
  @Column('datetime', { nullable: true })
  decidedAt!: Date | null;
}
