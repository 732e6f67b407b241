import { Unavailable } from '../lib/errors/api-error.js';
import { setTimeout as sleep } from 'node:timers/promises';

/** A timer that is late by more than these milliseconds was delayed by a blocked event loop. */
const LATE = 50;

/** A point in time after which a caller gets `Unavailable`. */
export class Deadline {
  private end: number;
  private isExtended = false;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  get remaining(): number {
    return Math.max(0, this.end - performance.now());
  }

  /**
   * Waits for `work` until the deadline.
   * @param onExpiry releases the resources of the work
   * @throws {Unavailable} at the deadline
   */
  async guard<T>(work: Promise<T>, onExpiry: () => void = () => undefined): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const expiry = new Promise<never>((_resolve, reject) => {
      const expire = () => {
        if (this.extendOnce()) return void (timer = setTimeout(expire, this.remaining));
        onExpiry();
        reject(new Unavailable());
      };
      timer = setTimeout(expire, this.remaining);
    });
    try {
      return await Promise.race([work, expiry]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Extends the deadline once by the time of a blocked event loop, whose results are not processed yet. */
  private extendOnce(): boolean {
    const late = performance.now() - this.end;
    if (this.isExtended || late <= LATE) return false;
    this.end = performance.now() + late;
    return (this.isExtended = true);
  }

  /** Waits if enough time remains for the pause and for another attempt; otherwise returns false. */
  async pause(milliseconds: number): Promise<boolean> {
    if (this.remaining <= milliseconds) return false;
    await sleep(milliseconds);
    return true;
  }
}
