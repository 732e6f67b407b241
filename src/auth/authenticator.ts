import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { type Caller } from '../http/context/role.js';
import { Database } from '../database/database.js';
import { queryLists } from '../database/sql/statements.js';
import { tableOf } from '../database/sql/table.js';
import { Account } from './account.entity.js';
import { isAmong } from './addresses.js';
import { ApplicationKey } from './application-key.entity.js';
import { isSecretOf, parseKey } from './keys.js';
import { LastUses } from './last-uses.js';
import { writableResources } from './scope.js';

/** Milliseconds for which a key is cached, from the start of its read: revoking works within a second. */
const MAX_AGE = 900;

/**
 * The reason why a key is refused, as the name of a message: unknown or revoked, expired, or sent from another address.
 */
export type BadKey = 'badKey' | 'keyExpired' | 'keyElsewhere';

/** Recognises callers by their keys. */
@Injectable()
export class Authenticator {
  /** Pending reads are cached too, so that each key is read once. Unknown ids are cached like known ones. */
  private readonly reads = new LRUCache<string, Promise<ApplicationKey | null>>({ max: 10_000, ttl: MAX_AGE });

  constructor(
    private readonly database: Database,
    private readonly lastUses: LastUses,
  ) {}

  /**
   * @param address of the client; a key can be limited to some addresses
   * @returns the account of the key, or the reason why the key is refused
   */
  async callerOf(text: string, address: string): Promise<NonNullable<Caller> | BadKey> {
    const key = parseKey(text);
    const stored = key && (await this.storedKey(key.id));
    if (!stored || !isSecretOf(stored.secretHash, key.secret) || stored.revokedAt !== null) return 'badKey';
    if (stored.expiresAt !== null && stored.expiresAt <= new Date()) return 'keyExpired';
    if (stored.addresses !== null && !isAmong(stored.addresses, address)) return 'keyElsewhere';
    this.lastUses.note(stored);
    const { id, name, role } = stored.account;
    return { id, name, role, writes: writableResources(stored.scope) };
  }

  private storedKey(id: string): Promise<ApplicationKey | null> {
    const known = this.reads.get(id);
    if (known) return known;
    const read = this.database.read((manager) => keyWithAccount(manager, id));
    this.reads.set(id, read);
    read.catch(() => this.reads.peek(id) === read && this.reads.delete(id));
    return read;
  }
}

async function keyWithAccount(manager: EntityManager, id: string): Promise<ApplicationKey | null> {
  const [keys, accounts] = [tableOf(manager, ApplicationKey), tableOf(manager, Account)];
  const sql =
    `SELECT ${keys.columnsOf('held')}, ${accounts.columnsOf('account')} FROM ${keys.name} held ` +
    `JOIN ${accounts.name} account ON account.id = held.accountId WHERE held.id = ?`;
  const [list] = await queryLists(manager, sql, [id]);
  return list ? { ...keys.rowAt(list, 0)!, account: accounts.rowAt(list, keys.width)! } : null;
}
