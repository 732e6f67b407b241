import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { Accounts } from '../common/auth/accounts.js';
import { type Caller } from '../common/auth/role.js';
import { Database } from '../database/database.js';
import { Account } from './account.entity.js';
import { ApplicationKey } from './application-key.entity.js';
import { isSecretOf, parseKey } from './keys.js';

/** Milliseconds from the start of a read for which it holds: revoking works within a second. */
const MAX_AGE = 900;

/** Recognises callers by their keys. */
@Injectable()
export class Authenticator extends Accounts {
  /** Reads under way are kept as well, so that each key is asked for once. Unknown ids are remembered like known ones. */
  private readonly reads = new LRUCache<string, Promise<ApplicationKey | null>>({ max: 10_000, ttl: MAX_AGE });

  constructor(private readonly database: Database) {
    super();
  }

  async callerOf(text: string): Promise<Caller> {
    const key = parseKey(text);
    const stored = key && (await this.storedKey(key.id));
    if (!stored || !isSecretOf(stored.secretHash, key.secret) || hasEnded(stored, new Date())) return null;
    const { id, name, role } = stored.account;
    return { id, name, role };
  }

  exists(manager: EntityManager, id: number): Promise<boolean> {
    return manager.existsBy(Account, { id });
  }

  private storedKey(id: string): Promise<ApplicationKey | null> {
    const known = this.reads.get(id);
    if (known) return known;
    // `findOne` with a relation takes two statements.
    const read = this.database.read(async (manager) => {
      const [key] = await manager.find(ApplicationKey, { where: { id }, relations: { account: true } });
      return key ?? null;
    });
    this.reads.set(id, read);
    read.catch(() => this.reads.peek(id) === read && this.reads.delete(id));
    return read;
  }
}

function hasEnded({ expiresAt, revokedAt }: ApplicationKey, now: Date): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now);
}
