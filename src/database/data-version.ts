import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from './database.js';

/**
 * Milliseconds for which the last version is used while a new one is being read, so that requests do not wait for a busy
 * server. Writes of other instances are still seen within a second.
 */
const MAX_AGE_DURING_REFRESH = 400;

/** Share of the timeout of a request that reading a version may take, so that requests do not wait for a database that hangs. */
const TIMEOUT_SHARE = 1 / 4;

/** Milliseconds between two attempts while the database is down. */
const RETRY_INTERVAL = 500;

/** Milliseconds that a request waits for such an attempt. */
const RETRY_WAIT = 50;

/** Milliseconds for which cached responses are served while the database is down. */
const MAX_AGE_DURING_OUTAGE = 60_000;

/** The version of all stored data, which every transaction changes. Data read after it may be cached under it. */
@Injectable()
export class DataVersion {
  private known: { readonly version: number; readonly at: number } | undefined;
  private reading: Promise<number> | undefined;
  private failed: { readonly error: unknown; readonly at: number } | undefined;

  constructor(
    @Inject(Database)
    private readonly database: Pick<Database, 'dataVersion' | 'versionLifetime' | 'onWritten' | 'timeout'>,
  ) {
    database.onWritten(() => (this.known = this.reading = undefined));
  }

  /**
   * The last version and its age in milliseconds, so that cached responses can be served while the database is down;
   * undefined while it is up, after a minute, and after a write.
   */
  get lastKnown(): { readonly version: number; readonly age: number } | undefined {
    if (!this.known || !this.failed) return undefined;
    const age = performance.now() - this.known.at;
    return age < MAX_AGE_DURING_OUTAGE ? { version: this.known.version, age } : undefined;
  }

  /** The current version. @throws {Unavailable} almost at once while the database is down */
  async current(): Promise<number> {
    const { known, failed } = this;
    const { versionLifetime } = this.database;
    const now = performance.now();
    const age = known ? now - known.at : Infinity;
    if (known && age < versionLifetime) return known.version;
    if (failed && now - failed.at < RETRY_INTERVAL) throw failed.error;
    const reading = (this.reading ??= this.read());
    if (known && !failed && versionLifetime > 0 && age < versionLifetime + MAX_AGE_DURING_REFRESH) return known.version;
    return failed ? Promise.race([reading, rejectSoon(failed.error)]) : reading;
  }

  private read(): Promise<number> {
    const at = performance.now();
    const reading: Promise<number> = this.database
      .dataVersion(this.database.timeout * TIMEOUT_SHARE)
      .then(
        (version) => {
          this.failed = undefined;
          // If this instance has written since the read began, only the callers that wait for the version may use it.
          if (this.reading === reading) this.known = { version, at };
          return version;
        },
        (error: unknown) => {
          this.failed = { error, at: performance.now() };
          throw error;
        },
      )
      .finally(() => {
        if (this.reading === reading) this.reading = undefined;
      });
    // A background refresh may fail without an unhandled rejection.
    reading.catch(() => undefined);
    return reading;
  }
}

async function rejectSoon(error: unknown): Promise<never> {
  await sleep(RETRY_WAIT);
  throw error;
}
