import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from './database.js';
import { sumOfWrites } from './write-counter.entity.js';

/** Milliseconds for which a version that was read counts as the one in force: then it is read again. */
const FRESH = 300;

/**
 * Milliseconds for which it goes on doing so while it is read again: a database that has much to do takes its time, and
 * nobody waits for that. What others wrote is seen within a second all the same.
 */
const LONGEST = 700;

/** Milliseconds that a read of it may take: while the database hangs, readers wait no longer than this for what is kept. */
const TIMEOUT = 1_000;

/** Milliseconds between two tries while the database is away. */
const RETRY = 500;

/** Milliseconds that a reader waits for such a try: it may well be back. */
const BRIEFLY = 50;

/** Milliseconds for which what is kept goes on being answered while the database is away. */
const LONGEST_OUTAGE = 60_000;

/**
 * The version of all that is stored: it changes with every transaction of whatever instance. What was read from the
 * database after a version was may be kept under that version, and holds while the version stands.
 */
@Injectable()
export class DataVersion {
  private known: { readonly version: number; readonly at: number } | undefined;
  private reading: Promise<number> | undefined;
  private failed: { readonly error: unknown; readonly at: number } | undefined;

  constructor(@Inject(Database) private readonly database: Pick<Database, 'watch' | 'onWritten' | 'onMoved'>) {
    database.onWritten(() => this.forget());
    database.onMoved(() => this.forget());
  }

  /**
   * The last version that was read, while the database is away: none for more than a minute, and none after a write.
   * @returns with its age in milliseconds
   */
  get lastKnown(): { readonly version: number; readonly age: number } | undefined {
    if (!this.known || !this.failed) return undefined;
    const age = performance.now() - this.known.at;
    return age < LONGEST_OUTAGE ? { version: this.known.version, age } : undefined;
  }

  /**
   * The version in force.
   * @throws {Unavailable} almost at once while the database is away; whether it is back is looked at on the side
   */
  async current(): Promise<number> {
    const { known, failed } = this;
    const now = performance.now();
    const age = known ? now - known.at : Infinity;
    if (known && age < FRESH) return known.version;
    if (failed && now - failed.at < RETRY) throw failed.error;
    this.reading ??= this.read();
    if (known && !failed && age < LONGEST) return known.version;
    return failed ? Promise.race([this.reading, later(failed.error)]) : this.reading;
  }

  private forget(): void {
    this.known = undefined;
    this.reading = undefined;
  }

  private read(): Promise<number> {
    const at = performance.now();
    const reading: Promise<number> = this.database.watch(sumOfWrites, TIMEOUT).then(
      (version) => {
        this.failed = undefined;
        // A write has overtaken it otherwise.
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
    // Nobody may wait for it.
    reading.catch(() => undefined);
    return reading;
  }
}

async function later(error: unknown): Promise<never> {
  await sleep(BRIEFLY);
  throw error;
}
