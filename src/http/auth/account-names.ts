import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { type AccountNameDto } from './account.dto.js';
import { Account } from './account.entity.js';

/** Milliseconds for which a name is cached: a renamed account is known within a second. */
const CACHE_TTL = 900;

/** The names of accounts, which responses about many records show. */
@Injectable()
export class AccountNames {
  private readonly names = new LRUCache<number, string>({
    max: 10_000,
    ttl: CACHE_TTL,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });

  /** Reads the names of accounts that are not cached, before `nameOf` is asked for them. */
  async load(manager: EntityManager, ids: readonly (number | null)[]): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => id !== null && !this.names.has(id));
    const accounts = await tableOf(manager, Account).select(manager, { id: wanted as number[] });
    for (const { id, name } of accounts) this.names.set(id, name);
  }

  /** An account by its id; null if there is none, or if its name was not loaded. */
  nameOf(id: number | null): AccountNameDto | null {
    const name = id === null ? undefined : this.names.get(id);
    return name === undefined ? null : { id: id!, name };
  }
}
