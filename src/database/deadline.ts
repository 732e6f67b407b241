import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../errors/api-error.js';

/** Milliseconds by which a timer is late only where the process had no turn: it was busy, or the machine was. */
const LATE = 50;

/** A point in time after which the caller is told that the database is unavailable. */
export class Deadline {
  private end: number;
  private isPutOff = false;

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
      const expire = () => {
        if (this.putOff()) return void (timer = setTimeout(expire, this.left));
        onExpiry();
        reject(new Unavailable());
      };
      timer = setTimeout(expire, this.left);
    });
    try {
      return await Promise.race([work, expiry]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Time in which the process had no turn does not count, once: what was answered meanwhile is not read yet. */
  private putOff(): boolean {
    const late = performance.now() - this.end;
    if (this.isPutOff || late <= LATE) return false;
    this.end = performance.now() + late;
    return (this.isPutOff = true);
  }

  /** Waits, if there is time for that and for something afterwards; false if not. */
  async pause(milliseconds: number): Promise<boolean> {
    if (this.left <= milliseconds) return false;
    await sleep(milliseconds);
    return true;
  }
}
