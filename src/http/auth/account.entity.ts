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
import { type Language } from '../../lib/i18n/language.js';
import { type CallerKey, type Role } from '../role.js';
import { nameKeyOf } from './account-name.js';

/** An account of a person or a program. */
@Entity('accounts')
@Index('UQ_accounts_name', ['name'], { unique: true })
@Index('UQ_accounts_name_key', ['nameKey'], { unique: true })
@Index('UQ_accounts_email', ['email'], { unique: true })
@Index('UQ_accounts_identity', ['identityHash'], { unique: true })
export class Account {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 16 })
  role!: Role;

  /** The name without case and accents (`nameKeyOf`); null if a former version of the service has made the account. */
  @Column({ type: 'varchar', length: 255, collation: 'utf8mb4_bin', nullable: true })
  nameKey!: string | null;

  /** Address to sign in with, in lower case; compared byte by byte. */
  @Column({ type: 'varchar', length: 254, collation: 'utf8mb4_bin', nullable: true })
  email!: string | null;

  /** Language of messages to the person; null if it was never chosen. */
  @Column('varchar', { length: 2, nullable: true })
  language!: Language | null;

  /** Whether it belongs to a part of the service, such as imports: it cannot be invited or sign in. */
  @Column('boolean', { default: false })
  isService!: boolean;

  /** The notices that the person gets by mail: `pending`, or empty. */
  @Column('varchar', { length: 64, default: '' })
  notices!: string;

  /** SHA-256 of issuer and subject of the person at the organization's service, hexadecimal; null without one. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  identityHash!: string | null;

  /** Whether the organization's service gave the role at the last sign-in. */
  @Column('boolean', { default: false })
  isRoleMapped!: boolean;

  /** As `hashPassword` makes it; null without a password. Only read where it is named. */
  @Column('varchar', { length: 255, nullable: true, select: false })
  passwordHash!: string | null;

  /** Incremented to lock the account: writes to it that must not happen at once conflict. */
  @Column('int', { unsigned: true, default: 1 })
  revision!: number;

  @Column('datetime')
  createdAt!: Date;

  /** When it was disabled, so that all its keys are refused; null if it is not. Accounts are never removed. */
  @Column('datetime', { nullable: true })
  disabledAt!: Date | null;
}

/** The values of a new account. */
export function newAccount(
  values: Pick<Account, 'name' | 'role'> & Partial<Pick<Account, 'email' | 'language' | 'isService'>>,
): Partial<Account> {
  const others = {
    email: null,
    language: null,
    isService: false,
    notices: '',
    identityHash: null,
    isRoleMapped: false,
    revision: 1,
    disabledAt: null,
  };
  return { ...others, ...values, nameKey: nameKeyOf(values.name), createdAt: new Date() };
}

/** An application key. Of its secret, only the SHA-256 is stored. */
@Entity('application_keys')
@Index('IX_application_keys_account', ['accountId'])
export class ApplicationKey implements CallerKey {
  /** The public part of the key. */
  @PrimaryColumn('varchar', { length: 16 })
  id!: string;

  @Column('int', { unsigned: true })
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'accountId', foreignKeyConstraintName: 'FK_application_keys_account' })
  account!: Relation<Account>;

  /** `sign-in`: signing in has made it, for a time; `key`: it was made for a program. */
  @Column('varchar', { length: 16, default: 'key' })
  kind!: CallerKey['kind'];

  /** Days without use after which it ends; null if it only ends at its expiry. */
  @Column('int', { unsigned: true, nullable: true })
  idleDays!: number | null;

  /** Name of the key, to tell the keys of an account apart. */
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

/** The purposes of one-time links. */
export type TokenPurpose = 'invitation' | 'password';

/** A one-time link of an account. Of its token, only the SHA-256 is stored. */
@Entity('account_tokens')
@Index('UQ_account_tokens_hash', ['tokenHash'], { unique: true })
@Index('IX_account_tokens_account', ['accountId', 'purpose'])
export class AccountToken {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true })
  id!: number;

  @Column('int', { unsigned: true })
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'accountId', foreignKeyConstraintName: 'FK_account_tokens_account' })
  account!: Relation<Account>;

  @Column({ type: 'varchar', length: 16, charset: 'ascii', collation: 'ascii_bin' })
  purpose!: TokenPurpose;

  /** SHA-256 of the token, hexadecimal. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  tokenHash!: string;

  @Column('datetime')
  createdAt!: Date;

  @Column('datetime')
  expiresAt!: Date;

  @Column('datetime', { nullable: true })
  usedAt!: Date | null;
}

/** A code with which the page gets the key of a sign-in at the organization's service. */
@Entity('sign_in_codes')
export class SignInCode {
  /** SHA-256 of the code, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  codeHash!: string;

  /** SHA-256 of the verifier that the page keeps, base64url. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  challenge!: string;

  @Column('int', { unsigned: true })
  accountId!: number;

  /** The invitation that is accepted with the code; null for an account that knows the identity. */
  @Column('int', { unsigned: true, nullable: true })
  linkId!: number | null;

  /** The identity that the invited account gets, and the role that the organization gives. */
  @Column({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  identityHash!: string | null;

  @Column({ type: 'varchar', length: 32, charset: 'ascii', collation: 'ascii_bin', nullable: true })
  role!: Role | null;

  @Column('datetime')
  expiresAt!: Date;
}

/** An address from which somebody has signed in to an account. */
@Entity('sign_in_addresses')
export class SignInAddress {
  @PrimaryColumn('int', { unsigned: true })
  accountId!: number;

  @ManyToOne(() => Account, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @JoinColumn({ name: 'accountId', foreignKeyConstraintName: 'FK_sign_in_addresses_account' })
  account!: Relation<Account>;

  /** HMAC-SHA-256 of the address, keyed by the password hash of the account, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64, charset: 'ascii', collation: 'ascii_bin' })
  addressHash!: string;

  @Column('datetime')
  lastUsedAt!: Date;
}
