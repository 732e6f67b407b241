import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type Role } from '../role.js';
import { throwConflictIfDuplicate } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { formatKey, hashSecret, matchesSecret, type Key, newKey } from './keys.js';
import { AccountError } from './account-error.js';
import { Account, ApplicationKey } from './account.entity.js';
import { parseAddresses } from './allowed-addresses.js';

const FIRST_ACCOUNT = { name: 'administrator', role: 'administrator' } satisfies Owner;

interface Owner {
  readonly name: string;
  readonly role: Role;
}

/** A change of an account. Properties that are absent stay as they are. */
interface AccountChange {
  readonly name?: string;
  readonly role?: Role;
  readonly isDisabled?: boolean;
}

/** The restrictions of a key. */
interface KeyLimits {
  /** Name of the key, unique in its account. */
  readonly keyName?: string;
  /** `read`, or the resources that the key may write. */
  readonly scope?: string;
  /** Addresses and networks that the key may be used from. */
  readonly from?: string;
  readonly expires?: Date;
}

type StoredLimits = Pick<ApplicationKey, 'name' | 'scope' | 'addresses' | 'expiresAt'>;

/** Accounts and their keys, as operators manage them. */
@Injectable()
export class AccountsService {
  constructor(private readonly database: Database) {}

  /**
   * Creates a key, and its account if none has this name.
   * @returns the id of the key, and its text, which is not stored
   * @throws {AccountError} if the account has another role, or a restriction is invalid
   */
  async createKey({ name, role }: Owner, limits: KeyLimits = {}): Promise<{ id: string; text: string }> {
    const key = newKey();
    const owner = { name: normalizeName(name, 'account'), role };
    const stored = toStoredLimits(limits);
    await this.database.write((manager) => addKey(manager, owner, key, stored));
    return { id: key.id, text: formatKey(key) };
  }

  /**
   * Creates the first administrator with this key, if there is no administrator. If several instances start together, one
   * does it.
   * @returns whether the key is a valid administrator key afterwards
   * @throws {AccountError} if another account has this key
   */
  async createFirstAdministrator(key: Key): Promise<boolean> {
    // Reads first and writes only if needed, since the database may be read-only.
    const known = await this.database.read((manager) => isAdministratorKey(manager, key));
    if (known !== undefined) return known;
    return this.database.write(async (manager) => {
      // Found before administrators are: another instance may commit the same key between the two statements.
      const existing = await findKey(manager, key.id);
      const createdMeanwhile = await isAdministratorKey(manager, key);
      if (createdMeanwhile !== undefined) return createdMeanwhile;
      if (existing)
        throw new AccountError(`The key ${key.id} is that of "${existing.account.name}" (${existing.account.role}).`);
      const name = await findFreeName(manager, FIRST_ACCOUNT.name);
      await addKey(manager, { ...FIRST_ACCOUNT, name }, key, toStoredLimits({}));
      return true;
    });
  }

  /** Every key with its account, the oldest first. */
  listKeys(): Promise<ApplicationKey[]> {
    return this.database.read((manager) =>
      manager.find(ApplicationKey, { relations: { account: true }, order: { createdAt: 'ASC', id: 'ASC' } }),
    );
  }

  /** Every account, the oldest first, with the number of its valid keys. */
  listAccounts(): Promise<(Account & { readonly keys: number })[]> {
    return this.database.read(async (manager) => {
      const accounts = await manager.find(Account, { order: { id: 'ASC' } });
      const keys = await manager.findBy(ApplicationKey, { revokedAt: IsNull() });
      const now = new Date();
      const valid = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
      return accounts.map((account) => ({
        ...account,
        keys: account.disabledAt === null ? valid.filter(({ accountId }) => accountId === account.id).length : 0,
      }));
    });
  }

  /**
   * Changes an account. A running service knows of it within a second, because it caches keys no longer.
   * @returns the account as it is then
   * @throws {AccountError} if there is no such account, or another one has the name
   */
  changeAccount(id: number, change: AccountChange, { dryRun = false } = {}): Promise<Account> {
    const work = async (manager: EntityManager) => {
      const account = await manager.findOneBy(Account, { id });
      if (!account) throw new AccountError(`There is no account with the id ${id}.`);
      if (change.name !== undefined) await assertFreeName(manager, account, change.name);
      const { isDisabled, ...values } = change;
      const disabledAt =
        isDisabled === undefined || isDisabled === (account.disabledAt !== null) ? {} : stateOf(isDisabled);
      return manager.save(Object.assign(account, values, disabledAt)).catch(throwConflictIfDuplicate);
    };
    return dryRun ? this.database.dryRun(work) : this.database.write(work);
  }

  /** Revokes a key and returns its account; throws an `AccountError` if there is no such key. */
  revokeKey(id: string): Promise<Account> {
    return this.database.write(async (manager) => {
      const key = await findKey(manager, id);
      if (!key) throw new AccountError(`There is no key with the id "${id}".`);
      if (key.revokedAt === null) await manager.update(ApplicationKey, { id }, { revokedAt: new Date() });
      return key.account;
    });
  }
}

/** Whether this is the key of an administrator; undefined while there is none, or each one is disabled. */
async function isAdministratorKey(manager: EntityManager, { id, secret }: Key): Promise<boolean | undefined> {
  if (!(await manager.existsBy(Account, { role: FIRST_ACCOUNT.role, disabledAt: IsNull() }))) return undefined;
  const key = await findKey(manager, id);
  if (key?.account.role !== FIRST_ACCOUNT.role || key.account.disabledAt !== null) return false;
  if (!matchesSecret(key.secretHash, secret) || key.revokedAt !== null) return false;
  return key.expiresAt === null || key.expiresAt > new Date();
}

function stateOf(isDisabled: boolean): Pick<Account, 'disabledAt'> {
  return { disabledAt: isDisabled ? new Date() : null };
}

async function assertFreeName(manager: EntityManager, { id }: Account, name: string): Promise<void> {
  const found = await manager.findOneBy(Account, { name });
  if (found && found.id !== id) throw new AccountError(`Account ${found.id} has the name "${found.name}".`);
}

function findKey(manager: EntityManager, id: string): Promise<ApplicationKey | null> {
  return manager.findOne(ApplicationKey, { where: { id }, relations: { account: true } });
}

/** The name, with a number if it is taken. */
async function findFreeName(manager: EntityManager, wanted: string): Promise<string> {
  let name = wanted;
  for (let number = 2; await manager.existsBy(Account, { name }); number += 1) name = `${wanted} ${number}`;
  return name;
}

function toStoredLimits({ keyName, scope, from, expires }: KeyLimits): StoredLimits {
  return {
    name: keyName === undefined ? null : normalizeName(keyName, 'key'),
    scope: scope ?? null,
    addresses: from === undefined ? null : parseAddresses(from),
    expiresAt: expires ?? null,
  };
}

/** The stored form of a name; throws an `AccountError` for an invalid one. */
export function normalizeName(text: string, what: 'account' | 'key'): string {
  const name = text.trim();
  if (name === '' || name.length > 255 || /\p{Cc}/u.test(name)) {
    throw new AccountError(
      `The name of ${what === 'key' ? 'a key' : 'an account'} must be one line of 1 to 255 characters.`,
    );
  }
  return name;
}

async function addKey(manager: EntityManager, owner: Owner, { id, secret }: Key, limits: StoredLimits) {
  const account = await findOrCreateAccount(manager, owner);
  const added = manager.insert(ApplicationKey, {
    id,
    accountId: account.id,
    secretHash: hashSecret(secret),
    createdAt: new Date(),
    ...limits,
    lastUsedAt: null,
    revokedAt: null,
  });
  await added.catch(throwConflictIfDuplicate);
}

async function findOrCreateAccount(manager: EntityManager, { name, role }: Owner): Promise<Account> {
  const found = await manager.findOneBy(Account, { name });
  if (!found)
    return manager.save(manager.create(Account, { name, role, createdAt: new Date() })).catch(throwConflictIfDuplicate);
  // Database servers compare names without accents and case; an account must not get the records of another one.
  if (found.name !== name)
    throw new AccountError(
      `There is an account "${found.name}", and the database does not tell "${name}" from it. Say that one, or another name.`,
    );
  if (found.disabledAt !== null)
    throw new AccountError(
      `The account "${found.name}" is disabled. \`npm run accounts -- enable ${found.id}\` enables it.`,
    );
  if (found.role === role) return found;
  throw new AccountError(
    `The account "${found.name}" exists with the role ${found.role}, not ${role}. Say that role, or another name.`,
  );
}
