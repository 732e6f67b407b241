import { type EntityManager, type FindOptionsWhere, In, IsNull } from 'typeorm';
import { OptimisticLockError, throwConflictIfDuplicate } from '../../database/database-errors.js';
import { query, run } from '../../database/sql/statements.js';
import { AccountExists, LastAdministrator, type UniqueField } from '../../lib/errors/account-errors.js';
import { RecordNotFound } from '../../lib/errors/api-error.js';
import { type Language } from '../../lib/i18n/language.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Role } from '../role.js';
import { removeMails } from '../mail/mail-queue.js';
import { nameKeyOf } from './account-name.js';
import { hashSecret, type Key } from './keys.js';
import { endOf } from './key-lifetime.js';
import { assertRoleMayChange, type RoleSettings } from './mapped-role.js';
import { Account, AccountToken, ApplicationKey, newAccount, SignInCode } from './account.entity.js';

/** The names of accounts in paths, codes and messages. */
export const ACCOUNT: ResourceNames = {
  singular: 'account',
  plural: 'accounts',
  names: {
    en: { singular: 'account', plural: 'accounts' },
    fr: { none: 'Aucun compte', this: 'Ce compte', other: 'Un autre compte', plural: 'comptes' },
  },
};

/** A change of an account. Properties that are absent stay as they are. */
export interface AccountChange {
  readonly name?: string;
  readonly email?: string | null;
  readonly language?: Language | null;
  readonly role?: Role;
  readonly isDisabled?: boolean;
  /** The notices that the person gets by mail, separated by commas. */
  readonly notices?: string;
}

/** An account before and after a change. */
export interface ChangedAccount {
  readonly before: Account;
  readonly after: Account;
}

/** Servers compare larger numbers as texts. */
const MAX_ID = 2 ** 32 - 1;

/** @throws {RecordNotFound} */
export async function getAccount(manager: EntityManager, id: number): Promise<Account> {
  const account = id > MAX_ID ? null : await manager.findOneBy(Account, { id });
  if (!account) throw new RecordNotFound(ACCOUNT, { id });
  return account;
}

/** @throws {AccountExists} if another account has the name or the address */
export async function createAccount(
  manager: EntityManager,
  values: Parameters<typeof newAccount>[0],
): Promise<Account> {
  await assertFree(manager, values);
  return manager.save(manager.create(Account, newAccount(values))).catch(throwConflictIfDuplicate);
}

/**
 * Changes an account. A running service knows of it within a second, because it caches keys no longer.
 * @throws {RecordNotFound}
 * @throws {AccountExists} if another account has the name or the address
 * @throws {LastAdministrator}
 * @throws {RoleIsMapped} if the organization's service gives another role
 */
export async function changeAccount(
  manager: EntityManager,
  id: number,
  change: AccountChange,
  settings: RoleSettings,
): Promise<ChangedAccount> {
  if (change.role !== undefined || change.isDisabled !== undefined) await lockAdministrators(manager);
  // A message with a link may be written at the same time, to the former address.
  else if (change.email !== undefined) await lockAccount(manager, id);
  const account = await getAccount(manager, id);
  if (change.role !== undefined) assertRoleMayChange(account, change.role, settings);
  await assertFree(manager, change, id);
  const { isDisabled = account.disabledAt !== null, ...values } = change;
  const wasDisabled = account.disabledAt !== null;
  if (isEnabledAdministrator(account) && (isDisabled || (change.role ?? account.role) !== account.role))
    await assertAnotherAdministrator(manager);
  if (isDisabled && !wasDisabled) await endSignIns(manager, id);
  if (change.email !== undefined && change.email !== account.email) await endPasswordLinks(manager, id);
  const disabledAt = isDisabled === wasDisabled ? account.disabledAt : isDisabled ? new Date() : null;
  const nameKey = change.name === undefined || change.name === account.name ? {} : { nameKey: nameKeyOf(change.name) };
  const before = { ...account };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const changed = Object.assign(account, given, nameKey, { disabledAt });
  return { before, after: await manager.save(changed).catch(throwConflictIfDuplicate) };
}

/** Locks an account until the transaction ends, also for instances on other nodes of a cluster. Must be the first statement. */
export async function lockAccount(manager: EntityManager, id: number): Promise<void> {
  await run(manager, 'UPDATE accounts SET revision = revision + 1 WHERE id = ?', [id]);
}

/** Ends what signing in and invitations have given, except for one key. Keys of programs stay. */
export async function endSignIns(manager: EntityManager, accountId: number, except = ''): Promise<void> {
  const sql =
    'UPDATE application_keys SET revokedAt = ? WHERE accountId = ? AND kind = ? AND revokedAt IS NULL AND id <> ?';
  await run(manager, sql, [new Date(), accountId, 'sign-in', except]);
  await manager.delete(AccountToken, { accountId, usedAt: IsNull() });
  await manager.delete(SignInCode, { accountId });
  await removeMails(manager, accountId, ['invitation', 'password']);
}

/** Ends the links for a new password, which went to a former address. */
async function endPasswordLinks(manager: EntityManager, accountId: number): Promise<void> {
  await manager.delete(AccountToken, { accountId, purpose: 'password' });
  await removeMails(manager, accountId, ['password']);
}

/** Ends the keys of an account that signing in has not made. */
export async function endKeys(manager: EntityManager, accountId: number): Promise<void> {
  await manager.update(ApplicationKey, { accountId, kind: 'key', revokedAt: IsNull() }, { revokedAt: new Date() });
}

/**
 * Locks the enabled administrators, so that two changes at once do not take the last one away: each increments the same
 * rows, for which the second one waits, or conflicts on another node of a cluster. Must be the first statement.
 */
export async function lockAdministrators(manager: EntityManager): Promise<void> {
  await run(manager, 'UPDATE accounts SET revision = revision + 1 WHERE role = ? AND disabledAt IS NULL', [
    'administrator',
  ]);
}

/** Whether no other enabled account is an administrator. */
export async function isLastAdministrator(manager: EntityManager, { role, id }: Account): Promise<boolean> {
  if (role !== 'administrator') return false;
  const others = await manager.findBy(Account, { role, disabledAt: IsNull() });
  return others.every((one) => one.id === id);
}

const isEnabledAdministrator = ({ role, disabledAt }: Account) => role === 'administrator' && disabledAt === null;

async function assertAnotherAdministrator(manager: EntityManager): Promise<void> {
  const enabled = await manager.countBy(Account, { role: 'administrator', disabledAt: IsNull() });
  if (enabled < 2) throw new LastAdministrator();
}

/** @param id of the account itself */
async function assertFree(
  manager: EntityManager,
  { name, email }: { readonly name?: string; readonly email?: string | null },
  id = 0,
): Promise<void> {
  const taken: UniqueField[] = [];
  // Servers compare names by their collation, which may unite more than the key does.
  if (name !== undefined && (await isTaken(manager, [{ nameKey: nameKeyOf(name) }, { name }], id))) taken.push('name');
  if (typeof email === 'string' && (await isTaken(manager, [{ email }], id))) taken.push('email');
  if (taken.length > 0) throw new AccountExists(taken);
}

async function isTaken(manager: EntityManager, where: FindOptionsWhere<Account>[], id: number): Promise<boolean> {
  const found = await manager.find(Account, { where, select: { id: true } });
  return found.some((account) => account.id !== id);
}

/** The keys of some accounts that work, the oldest first. */
export async function validKeys(manager: EntityManager, accountIds: readonly number[]): Promise<ApplicationKey[]> {
  const where = { accountId: In([...accountIds]), revokedAt: IsNull() };
  const keys = await manager.find(ApplicationKey, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  const now = Date.now();
  return keys.filter((key) => endOf(key) > now);
}

/** The limits of a key, as they are stored. */
export type StoredLimits = Pick<ApplicationKey, 'name' | 'scope' | 'addresses' | 'expiresAt'>;

/** Stores a key of an account. @param limits of which absent ones do not limit it */
export async function addKey(
  manager: EntityManager,
  account: Pick<Account, 'id'>,
  { id, secret }: Key,
  limits: Partial<StoredLimits & Pick<ApplicationKey, 'kind' | 'idleDays'>>,
): Promise<ApplicationKey> {
  const key = {
    ...{ id, accountId: account.id, secretHash: hashSecret(secret), createdAt: new Date() },
    ...{ kind: 'key' as const, idleDays: null, name: null, scope: null, addresses: null, expiresAt: null },
    ...{ lastUsedAt: null, revokedAt: null },
    ...limits,
  };
  await manager.insert(ApplicationKey, key).catch(throwConflictIfDuplicate);
  return manager.create(ApplicationKey, key);
}

/** Whether there is an enabled administrator who has a password or has ever had a key. */
export async function hasAdministrator(manager: EntityManager): Promise<boolean> {
  const sql =
    "SELECT 1 FROM accounts account WHERE account.role = 'administrator' AND account.disabledAt IS NULL " +
    'AND (account.passwordHash IS NOT NULL OR EXISTS (SELECT 1 FROM application_keys held WHERE held.accountId = account.id)) LIMIT 1';
  return (await query(manager, sql)).length > 0;
}

/** The account of the first administrator: the oldest enabled one, or a new one without keys. */
export async function firstAdministrator(manager: EntityManager): Promise<Account> {
  const role = 'administrator';
  const oldest = await manager.findOne(Account, { where: { role, disabledAt: IsNull() }, order: { id: 'ASC' } });
  if (oldest) return oldest;
  let name: string = role;
  for (let number = 2; ; number += 1) {
    const [holder] = await manager.findBy(Account, [{ nameKey: nameKeyOf(name) }, { name }]);
    if (!holder) break;
    // Another instance has made it since the look-up above: this transaction begins again, and finds it.
    if (isEnabledAdministrator(holder)) throw new OptimisticLockError();
    name = `${role} ${number}`;
  }
  return manager.save(manager.create(Account, newAccount({ name, role }))).catch(throwConflictIfDuplicate);
}
