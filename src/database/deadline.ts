import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../common/errors/api-error.js';

/** A point in time after which the caller is told that the database is unavailable. */
export class Deadline {
  private readonly end: number;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  get left(): number {
    return Math.max(0, this.end - performance.now());
  }

  /**
   * What `work` gives, if it does in time.
   * @param onExpiry frees what the work holds, since nobody waits for it any more
   * @throws {Unavailable} when time is up first
   */
  async guard<T>(work: Promise<T>, onExpiry: () => void): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const expiry = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        onExpiry();
        reject(new Unavailable());
      }, this.left);
    });
    try {
      return await Promise.race([work, expiry]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits, if there is time for that and for something afterwards; false if not. */
  async pause(milliseconds: number): Promise<boolean> {
    if (this.left <= milliseconds) return false;
    await sleep(milliseconds);
    return true;
  }
}
