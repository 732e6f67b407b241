import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Database } from '../../database/database.js';
import { clientKeyOf } from '../../http/client-address.js';
import { consume, createRateLimiter } from '../../http/rate-limits.js';
import { DAY, SECOND } from '../../lib/datetime/durations.js';
import { Settings } from '../../lib/config/settings.js';
import { Busy, RateLimited } from '../../lib/errors/api-error.js';
import { type Wording } from '../../lib/i18n/messages.js';
import { Submission } from './submission.entity.js';

/** Seconds in which the submissions of an address are counted. */
const WINDOW = 60 * 60;

/** Submissions of one address in a window. */
const MAX_OF_ADDRESS = 5;

/** Attempts of one address in a window, refused ones included: reading and checking a body costs more than a refusal. */
const MAX_ATTEMPTS = 50;

/** Bodies with a file that are read and decoded at once: those of all addresses, and of one. */
const MAX_FILES = 2;

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;

/** Milliseconds for which the day counts as full without a look at the database. */
const FULL_FOR = SECOND;

const OF_ADDRESS: Wording = (messages) => messages.submissionsOfAddress;

/** Limits what strangers send, before their bodies are read. `RATE_LIMIT` does not switch this off. */
@Injectable()
export class SubmissionLimits {
  private readonly stored: RateLimiterAbstract;
  private readonly attempts: RateLimiterAbstract;
  private readonly filesOf = new Set<string>();
  /** The milliseconds since 1970 until which the day is known to be full, and until when this is not looked up again. */
  private full = { until: 0, knownUntil: 0 };

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
  ) {
    this.stored = createRateLimiter(settings, 'submissions', MAX_OF_ADDRESS, WINDOW);
    this.attempts = createRateLimiter(settings, 'submission attempts', MAX_ATTEMPTS, WINDOW);
  }

  /**
   * Receives and stores a submission within the limits. What is not stored counts only as an attempt.
   * @throws {RateLimited}
   */
  async during<T>(address: string, work: () => Promise<T>): Promise<T> {
    const client = clientKeyOf(address);
    const begun = Date.now();
    // A body may arrive until after the end of the window; what was counted then is gone already.
    let window = WINDOW * SECOND;
    try {
      window = (await consume(this.stored, client, 1, OF_ADDRESS)).msBeforeNext;
      await consume(this.attempts, client, 1, OF_ADDRESS);
      await this.database.read((manager) => this.assertDayLeft(manager));
      return await work();
    } catch (error) {
      // Also what is refused was counted.
      if (Date.now() - begun < window) await this.stored.reward(client).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Reads a body, and takes one of the places for files until the work is done, once a file begins.
   * @param work gets what takes the place, which throws {RateLimited | Busy} if too many files are in progress
   */
  async withPlace<T>(address: string, work: (takePlace: () => void) => Promise<T>): Promise<T> {
    const client = clientKeyOf(address);
    let hasPlace = false;
    const takePlace = () => {
      if (this.filesOf.has(client)) throw new RateLimited(RETRY_AFTER, (messages) => messages.pictureOfAddress);
      if (this.filesOf.size >= MAX_FILES) throw new Busy(RETRY_AFTER, (messages) => messages.picturesOfOthers);
      this.filesOf.add(client);
      hasPlace = true;
    };
    try {
      return await work(takePlace);
    } finally {
      if (hasPlace) this.filesOf.delete(client);
    }
  }

  /** @throws {RateLimited} if as many as a day may bring were stored within 24 hours, by all instances together */
  async assertDayLeft(manager: EntityManager): Promise<void> {
    const now = Date.now();
    if (this.full.knownUntil <= now) {
      const until = await this.fullUntil(manager);
      this.full = { until, knownUntil: until > now ? Math.min(until, now + FULL_FOR) : 0 };
    }
    if (this.full.until > now) {
      const seconds = Math.ceil((this.full.until - now) / SECOND);
      throw new RateLimited(seconds, (messages) => messages.submissionsOfDay);
    }
  }

  private async fullUntil(manager: EntityManager): Promise<number> {
    const [last] = await manager.find(Submission, {
      ...{ select: { eventId: true, receivedAt: true }, order: { receivedAt: 'DESC' } },
      ...{ skip: this.settings.submissionsPerDay - 1, take: 1 },
    });
    return last ? last.receivedAt.getTime() + DAY : 0;
  }
}
