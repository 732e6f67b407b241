import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type Role } from '../role.js';
import { throwConflictIfDuplicate } from '../../database/database-errors.js';
import { Database } from '../../database/database.js';
import { Settings } from '../../lib/config/settings.js';
import { formatKey, matchesSecret, type Key, newKey } from './keys.js';
import { AccountError } from './account-error.js';
import { nameKeyOf, normalizeName } from './account-name.js';
import {
  type AccountChange,
  addKey,
  changeAccount,
  firstAdministrator,
  hasAdministrator,
  type StoredLimits,
} from './account-store.js';
import { Account, ApplicationKey, newAccount } from './account.entity.js';
import { endOf } from './key-lifetime.js';
import { parseAddresses } from './allowed-addresses.js';

interface Owner {
  readonly name: string;
  readonly role: Role;
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

/** Accounts and their keys, as operators manage them. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /**
   * Creates a key, and its account if none has this name.
   * @returns the id of the key, and its text, which is not stored
   * @throws {AccountError} if the account has another role, or a restriction is invalid
   */
  async createKey({ name, role }: Owner, limits: KeyLimits = {}): Promise<{ id: string; text: string }> {
    const key = newKey();
    const owner = { name: normalizeName(name, 'account'), role };
    const stored = toStoredLimits(limits);
    await this.database.write(async (manager) =>
      addKey(manager, await findOrCreateAccount(manager, owner), key, stored),
    );
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
      await addKey(manager, await firstAdministrator(manager), key, toStoredLimits({}));
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
      const now = Date.now();
      const valid = keys.filter((key) => endOf(key) > now);
      return accounts.map((account) => ({
        ...account,
        keys: account.disabledAt === null ? valid.filter(({ accountId }) => accountId === account.id).length : 0,
      }));
    });
  }

  /**
   * Changes an account, as `changeAccount` of the store does.
   * @returns the account as it is then
   */
  changeAccount(id: number, change: AccountChange, { dryRun = false } = {}): Promise<Account> {
    const work = async (manager: EntityManager) => (await changeAccount(manager, id, change, this.settings)).after;
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

/** Whether this is the key of an administrator; undefined while none can sign in. */
async function isAdministratorKey(manager: EntityManager, { id, secret }: Key): Promise<boolean | undefined> {
  if (!(await hasAdministrator(manager))) return undefined;
  const key = await findKey(manager, id);
  if (key?.account.role !== 'administrator' || key.account.disabledAt !== null) return false;
  if (!matchesSecret(key.secretHash, secret) || key.revokedAt !== null) return false;
  return key.expiresAt === null || key.expiresAt > new Date();
}

function findKey(manager: EntityManager, id: string): Promise<ApplicationKey | null> {
  return manager.findOne(ApplicationKey, { where: { id }, relations: { account: true } });
}

function toStoredLimits({ keyName, scope, from, expires }: KeyLimits): StoredLimits {
  return {
    name: keyName === undefined ? null : normalizeName(keyName, 'key'),
    scope: scope ?? null,
    addresses: from === undefined ? null : parseAddresses(from),
    expiresAt: expires ?? null,
  };
}

async function findOrCreateAccount(manager: EntityManager, { name, role }: Owner): Promise<Account> {
  const found = await manager.findOneBy(Account, [{ nameKey: nameKeyOf(name) }, { name }]);
  // If another transaction makes it meanwhile, this one begins again, and finds it.
  if (!found) return manager.save(manager.create(Account, newAccount({ name, role }))).catch(throwConflictIfDuplicate);
  // Names are unique without accents and case; an account must not get the records of another one.
  if (found.name !== name)
    throw new AccountError(
      `There is an account "${found.name}", and "${name}" differs from it only by case or accents. Say that one, or another name.`,
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
