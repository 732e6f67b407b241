import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Role } from '../common/auth/role.js';
import { isDuplicate, Overtaken } from '../database/database-errors.js';
import { Database } from '../database/database.js';
import { Account } from './account.entity.js';
import { ApplicationKey } from './application-key.entity.js';
import { formatKey, hashSecret, type Key, newKey } from './keys.js';

const FIRST: Owner = { name: 'administrator', role: 'administrator' };

interface Owner {
  readonly name: string;
  readonly role: Role;
}

/** A key as it is handed over: only now is its text known. */
export interface IssuedKey {
  readonly id: string;
  readonly text: string;
}

/** What an operator asked for cannot be done; the message says why. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** Accounts and their keys, as operators manage them. */
@Injectable()
export class AccountsService {
  constructor(private readonly database: Database) {}

  /**
   * A key for the account of this name, which is made when there is none.
   * @throws {AccountError} where the account has another role
   */
  async createKey(owner: Owner, expiresAt: Date | null = null): Promise<IssuedKey> {
    const key = newKey();
    const { role } = owner;
    const name = accountName(owner.name);
    await this.database.write((manager) => addKey(manager, { name, role }, key, expiresAt));
    return { id: key.id, text: formatKey(key) };
  }

  /**
   * Makes this the key of the first administrator, where there is no administrator. Of instances that start together
   * one does it.
   * @returns whether the key is known afterwards
   */
  createFirstAdministrator(key: Key): Promise<boolean> {
    return this.database.write(async (manager) => {
      if (await manager.existsBy(Account, { role: 'administrator' })) {
        return manager.existsBy(ApplicationKey, { id: key.id, secretHash: hashSecret(key.secret) });
      }
      await addKey(manager, FIRST, key, null);
      return true;
    });
  }

  /** Every key with its account, the oldest first. */
  listKeys(): Promise<ApplicationKey[]> {
    return this.database.read((manager) =>
      manager.find(ApplicationKey, { relations: { account: true }, order: { createdAt: 'ASC', id: 'ASC' } }),
    );
  }

  /**
   * Ends the key with this id for good.
   * @throws {AccountError} where there is none
   */
  async revokeKey(id: string): Promise<void> {
    await this.database.write(async (manager) => {
      const key = await manager.findOneBy(ApplicationKey, { id });
      if (!key) throw new AccountError(`There is no key with the id "${id}".`);
      if (key.revokedAt === null) await manager.update(ApplicationKey, { id }, { revokedAt: new Date() });
    });
  }
}

function accountName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 255 || /\p{Cc}/u.test(name)) {
    throw new AccountError('The name of an account must be one line of 1 to 255 characters.');
  }
  return name;
}

async function addKey(manager: EntityManager, owner: Owner, { id, secret }: Key, expiresAt: Date | null) {
  const account = await accountOf(manager, owner);
  await manager.insert(ApplicationKey, {
    id,
    accountId: account.id,
    secretHash: hashSecret(secret),
    createdAt: new Date(),
    expiresAt,
    revokedAt: null,
  });
}

async function accountOf(manager: EntityManager, { name, role }: Owner): Promise<Account> {
  const found = await manager.findOneBy(Account, { name });
  if (!found) return addAccount(manager, { name, role });
  if (found.role === role) return found;
  throw new AccountError(
    `The account "${found.name}" exists with the role ${found.role}, not ${role}. Say that role, or another name.`,
  );
}

async function addAccount(manager: EntityManager, owner: Owner): Promise<Account> {
  try {
    return await manager.save(manager.create(Account, { ...owner, createdAt: new Date() }));
  } catch (error) {
    // Somebody else has made it meanwhile: look again.
    throw isDuplicate(error) ? new Overtaken() : error;
  }
}
