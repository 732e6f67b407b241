import { Injectable } from '@nestjs/common';
import { Busy, RateLimited } from '../../lib/errors/api-error.js';

/** Uploads of one account, and of all, that are read and decoded at once: each keeps its file in memory. */
const MAX_OF_ACCOUNT = 4;
const MAX = 20;

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 2;

/** Limits the uploads of this process that are in progress, before their bodies are read. */
@Injectable()
export class UploadPlaces {
  private readonly taken = new Map<number, number>();

  /**
   * Does the work of an upload, unless too many are in progress.
   * @throws {RateLimited} for too many of the account
   * @throws {Busy} for too many in all
   */
  async during<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const own = this.taken.get(accountId) ?? 0;
    if (own >= MAX_OF_ACCOUNT) throw new RateLimited(RETRY_AFTER);
    if ([...this.taken.values()].reduce((sum, count) => sum + count, 0) >= MAX) throw new Busy(RETRY_AFTER);
    this.taken.set(accountId, own + 1);
    try {
      return await work();
    } finally {
      const left = this.taken.get(accountId)! - 1;
      if (left === 0) this.taken.delete(accountId);
      else this.taken.set(accountId, left);
    }
  }
}
