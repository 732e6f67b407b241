import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { type Caller } from '../role.js';
import { Database } from '../../database/database.js';
import { queryLists, run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { Account, ApplicationKey } from './account.entity.js';
import { isAllowedAddress } from './allowed-addresses.js';
import { endOf } from './key-lifetime.js';
import { matchesSecret, parseKey } from './keys.js';
import { writableResources } from './scope.js';
import { HOUR, MINUTE } from '../../lib/datetime/durations.js';

/** Milliseconds for which a key is cached, from the start of its read: revoking works within a second. */
const CACHE_TTL = 900;

/**
 * The reason why a key is refused, as the name of a message: unknown or revoked, of a disabled account, expired, sent from
 * another address, or of a sign-in that has expired or was ended.
 */
export type KeyRejection =
  'badKey' | 'accountDisabled' | 'keyExpired' | 'keyElsewhere' | 'signInExpired' | 'signInEnded';

/** The sender of a request, and the key that it was sent with. */
export interface Authenticated {
  readonly caller: NonNullable<Caller>;
  readonly key: ApplicationKey;
}

/** Verifies keys. */
@Injectable()
export class Authenticator {
  /** Promises of keys by id, so that concurrent requests share one read. Unknown ids are cached, too. */
  private readonly reads = new LRUCache<string, Promise<ApplicationKey | null>>({ max: 10_000, ttl: CACHE_TTL });

  private readonly lastUses: LastUses;

  constructor(private readonly database: Database) {
    this.lastUses = new LastUses(database);
  }

  /**
   * The account of a key, or why the key is refused. A key can be limited to some addresses of clients. Only the holder
   * of the whole secret learns more than `badKey`.
   */
  async authenticate(text: string, address: string): Promise<Authenticated | KeyRejection> {
    const key = parseKey(text);
    const stored = key && (await this.storedKey(key.id));
    if (!stored || !matchesSecret(stored.secretHash, key.secret)) return 'badKey';
    if (stored.account.disabledAt !== null)
      return stored.revokedAt !== null && !isSignIn(stored) ? 'badKey' : 'accountDisabled';
    if (stored.revokedAt !== null) return isSignIn(stored) ? 'signInEnded' : 'badKey';
    if (endOf(stored) <= Date.now()) return isSignIn(stored) ? 'signInExpired' : 'keyExpired';
    if (stored.addresses !== null && !isAllowedAddress(stored.addresses, address)) return 'keyElsewhere';
    this.lastUses.recordUse(stored);
    const { id, name, role } = stored.account;
    return { caller: { id, name, role, writes: writableResources(stored.scope) }, key: stored };
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

const isSignIn = ({ kind }: ApplicationKey) => kind === 'sign-in';

async function keyWithAccount(manager: EntityManager, id: string): Promise<ApplicationKey | null> {
  const [keys, accounts] = [tableOf(manager, ApplicationKey), tableOf(manager, Account)];
  const sql =
    `SELECT ${keys.columnsOf('held')}, ${accounts.columnsOf('account')} FROM ${keys.name} held ` +
    `JOIN ${accounts.name} account ON account.id = held.accountId WHERE held.id = ?`;
  const [list] = await queryLists(manager, sql, [id]);
  return list ? { ...keys.rowAt(list, 0)!, account: accounts.rowAt(list, keys.width)! } : null;
}

/** Milliseconds after which a failed write is tried again. */
const RETRY_DELAY = MINUTE;

/** Stores when keys are used, to the hour, with one write for each key and hour. Requests do not wait for the write. */
class LastUses {
  private readonly logger = new Logger(LastUses.name);
  /** The time until which further uses of a key need not be stored, by key. */
  private readonly storedUntil = new LRUCache<string, number>({ max: 10_000 });

  constructor(private readonly database: Database) {}

  /** Returns at once; errors are only logged. */
  recordUse({ id, lastUsedAt }: Pick<ApplicationKey, 'id' | 'lastUsedAt'>): void {
    const now = Date.now();
    const hour = now - (now % HOUR);
    if (now < (this.storedUntil.get(id) ?? 0)) return;
    this.storedUntil.set(id, hour + HOUR);
    if (lastUsedAt !== null && lastUsedAt.getTime() >= hour) return;
    this.store(id, new Date(hour)).catch((error: unknown) => {
      this.storedUntil.set(id, now + RETRY_DELAY);
      this.logger.debug(`The last use of key ${id} could not be stored: ${String(error)}`);
    });
  }

  private async store(id: string, hour: Date): Promise<void> {
    const sql = 'UPDATE application_keys SET lastUsedAt = ? WHERE id = ? AND (lastUsedAt IS NULL OR lastUsedAt < ?)';
    await this.database.write((manager) => run(manager, sql, [hour, id, hour]));
  }
}
