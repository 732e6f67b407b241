import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { type Language } from '../../lib/i18n/language.js';

/** The purpose of a message. */
export const MAIL_PURPOSES = [
  /** The link of an invitation. */
  'invitation',
  /** The link for a new password. */
  'password',
  /** The records that came in a quarter of an hour and wait for a review, to editors. */
  'pending',
  /** The decision about a record, to its author. */
  'published',
  'returned',
  'refused',
  /** To a visitor: the event has come. */
  'received',
] as const;
export type MailPurpose = (typeof MAIL_PURPOSES)[number];

/**
 * A message that is to be sent. It names its purpose and record; the text and the token of a link are made when it is
 * sent, so that nothing secret is stored. Rows are deleted once they are sent, or given up.
 */
@Entity('mails')
@Index('IX_mails_due', ['dueAt'])
@Index('UQ_mails_slot', ['accountId', 'purpose', 'slot'], { unique: true })
export class Mail {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin' })
  purpose!: MailPurpose;

  /** The account that it is sent to; null if the record has the address. */
  @Column('int', { unsigned: true, nullable: true })
  accountId!: number | null;

  /** The resource of the record, as its route calls it: `events`. */
  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  kind!: string | null;

  @Column('int', { unsigned: true, nullable: true })
  recordId!: number | null;

  /** The note of a review, which a published record does not keep. */
  @Column('varchar', { length: 2000, nullable: true })
  note!: string | null;

  /** The language of the message, if the account has none. */
  @Column('varchar', { length: 2, nullable: true })
  language!: Language | null;

  /** The period of time that it is about, so that an account has one message for it; null if it is about none. */
  @Column('int', { unsigned: true, nullable: true })
  slot!: number | null;

  @Column('datetime')
  createdAt!: Date;

  /** When its link expires, after which it is not sent; null without a link. */
  @Column('datetime', { nullable: true })
  expiresAt!: Date | null;

  /** When it must be sent; during an attempt, when another instance may take over. */
  @Column('datetime', { nullable: true })
  dueAt!: Date | null;

  /** The token of the last claim: each claim by an instance has a new one. */
  @Column({ type: 'varchar', length: 36, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  claim!: string | null;

  @Column('int', { unsigned: true, default: 0 })
  attempts!: number;
}
