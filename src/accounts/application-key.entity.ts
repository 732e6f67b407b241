import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';

/** An application key without its secret: only the SHA-256 of that is kept. */
@Entity('application_keys')
@Index('IX_application_keys_account', ['accountId'])
export class ApplicationKey {
  /** The public part of the key. */
  @PrimaryColumn('varchar', { length: 16 })
  id!: string;

  @Column('int', { unsigned: true })
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'accountId', foreignKeyConstraintName: 'FK_application_keys_account' })
  account!: Relation<Account>;

  /** SHA-256 of the secret, hexadecimal. */
  @Column('varchar', { length: 64 })
  secretHash!: string;

  @Column('datetime')
  createdAt!: Date;

  @Column('datetime', { nullable: true })
  expiresAt!: Date | null;

  @Column('datetime', { nullable: true })
  revokedAt!: Date | null;
}
