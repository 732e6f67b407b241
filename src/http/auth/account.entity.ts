import {
  Column,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { type Role } from '../role.js';

/** An account of a person or a program. */
@Entity('accounts')
@Index('UQ_accounts_name', ['name'], { unique: true })
export class Account {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 16 })
  role!: Role;

  @Column('datetime')
  createdAt!: Date;

  /** When it was disabled, so that all its keys are refused; null if it is not. Accounts are never removed. */
  @Column('datetime', { nullable: true })
  disabledAt!: Date | null;
}

/** An application key. Of its secret, only the SHA-256 is stored. */
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

  /** Name of the key, unique in its account. */
  @Column('varchar', { length: 255, nullable: true })
  name!: string | null;

  /** `read`, or the resources that the key may write, such as `events,tags`; null if unrestricted. */
  @Column('varchar', { length: 255, nullable: true })
  scope!: string | null;

  /** The addresses and networks that the key may be used from, separated by commas; null if unrestricted. */
  @Column('varchar', { length: 1024, nullable: true })
  addresses!: string | null;

  /** The hour in which it was last used. */
  @Column('datetime', { nullable: true })
  lastUsedAt!: Date | null;

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
