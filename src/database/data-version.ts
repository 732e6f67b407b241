import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from './database.js';

/**
 * Milliseconds for which the last version counts while a new one is being read: a busy server takes its time, and readers
 * do not wait for it. Writes of other instances are seen within a second all the same.
 */
const LONGEST_REFRESH = 400;

/** Milliseconds that reading a version may take: readers wait no longer for it while the database hangs. */
const TIMEOUT = 1_000;

/** Milliseconds between two tries while the database is away. */
const RETRY_INTERVAL = 500;

/** Milliseconds that a reader waits for such a try. */
const RETRY_WAIT = 50;

/** Milliseconds for which cached responses are served while the database is away. */
const LONGEST_OUTAGE = 60_000;

/**
 * The version of all stored data: it changes with every transaction of every instance. What is read from the database
 * after its version may be cached under that version.
 */
@Injectable()
export class DataVersion {
  private known: { readonly version: number; readonly at: number } | undefined;
  private reading: Promise<number> | undefined;
  private failed: { readonly error: unknown; readonly at: number } | undefined;

  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'dataVersion' | 'versionLifetime' | 'onWritten'>,
  ) {
    database.onWritten(() => this.forget());
  }

  /**
   * The last version that was read, while the database is away: for a minute, and not after a write.
   * @returns with its age in milliseconds
   */
  get lastKnown(): { readonly version: number; readonly age: number } | undefined {
    if (!this.known || !this.failed) return undefined;
    const age = performance.now() - this.known.at;
    return age < LONGEST_OUTAGE ? { version: this.known.version, age } : undefined;
  }

  /**
   * The current version.
   * @throws {Unavailable} almost at once while the database is away
   */
  async current(): Promise<number> {
    const { known, failed } = this;
    const { versionLifetime } = this.database;
    const now = performance.now();
    const age = known ? now - known.at : Infinity;
    if (known && age < versionLifetime) return known.version;
    if (failed && now - failed.at < RETRY_INTERVAL) throw failed.error;
    this.reading ??= this.read();
    if (known && !failed && versionLifetime > 0 && age < versionLifetime + LONGEST_REFRESH) return known.version;
    return failed ? Promise.race([this.reading, rejectSoon(failed.error)]) : this.reading;
  }

  private forget(): void {
    this.known = undefined;
    this.reading = undefined;
  }

  private read(): Promise<number> {
    const at = performance.now();
    const reading: Promise<number> = this.database.dataVersion(TIMEOUT).then(
      (version) => {
        this.failed = undefined;
        // A write of this instance may have come after this read began: then the version counts for its callers alone.
        if (this.reading === reading) {
          this.known = { version, at };
          this.reading = undefined;
        }
        return version;
      },
      (error: unknown) => {
        this.failed = { error, at: performance.now() };
        if (this.reading === reading) this.reading = undefined;
        throw error;
      },
    );
    // A refresh that fails in the background is no unhandled rejection.
    reading.catch(() => undefined);
    return reading;
  }
}

async function rejectSoon(error: unknown): Promise<never> {
  await sleep(RETRY_WAIT);
  throw error;
}
