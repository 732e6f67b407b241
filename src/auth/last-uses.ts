import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { run } from '../database/sql/statements.js';
import { type ApplicationKey } from './account.entity.js';

const HOUR = 3_600_000;

/** Milliseconds after which a failed write is tried again. */
const RETRY_DELAY = 60_000;

/** Stores when keys are used, to the hour, with one write for each key and hour. Requests do not wait for the write. */
@Injectable()
export class LastUses {
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
