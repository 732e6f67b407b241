import { Injectable } from '@nestjs/common';
import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Settings } from '../../../lib/config/settings.js';
import { type RequestContext } from '../../../http/request-context.js';
import { clientKeyOf } from '../../../http/client-address.js';
import { consume, createRateLimiter, rateLimited } from '../../../http/rate-limits.js';
import { type Event } from '../event.entity.js';
import { verifyPassword } from '../../../http/auth/password-hash.js';

/** Attempts a minute for one event from one client. */
const MAX_ATTEMPTS_PER_EVENT = 20;

/** Attempts a minute from one client for all events. */
const MAX_ATTEMPTS_PER_CLIENT = 60;

/** Wrong attempts a minute from all clients. Beyond, each may only make its first: many addresses cannot guess. */
const MAX_FAILED_ATTEMPTS = 600;

/** The key that counts the wrong attempts of all clients. */
export const ALL_CLIENTS = 'all';

/** Verifies passwords of events, and limits the rate of attempts (brute force). The limits cannot be switched off. */
@Injectable()
export class PasswordVerifier {
  private readonly triesOfEvent: RateLimiterAbstract;
  private readonly triesOfClient: RateLimiterAbstract;
  readonly wrongTries: RateLimiterAbstract;

  constructor(settings: Settings) {
    this.triesOfEvent = createRateLimiter(settings, 'password of event', MAX_ATTEMPTS_PER_EVENT);
    this.triesOfClient = createRateLimiter(settings, 'passwords of client', MAX_ATTEMPTS_PER_CLIENT);
    this.wrongTries = createRateLimiter(settings, 'wrong passwords', MAX_FAILED_ATTEMPTS);
  }

  async verify(
    event: Event,
    password: string | undefined,
    { address }: Pick<RequestContext, 'address'>,
  ): Promise<boolean> {
    if (password === undefined || event.passwordHash === null) return false;
    const client = clientKeyOf(address);
    const key = `${event.id} ${client}`;
    // An attempt is counted before it is checked, so that parallel attempts count. A correct one is refunded below.
    await consume(this.triesOfEvent, key);
    const { consumedPoints } = await consume(this.triesOfClient, client);
    if (consumedPoints > 1) await this.assertFewWrong();
    let isWrong = false;
    try {
      isWrong = !(await verifyPassword(password, event.passwordHash));
    } finally {
      // An attempt that was refused because the queue is full is given back as well.
      if (!isWrong) await Promise.all([this.triesOfEvent.reward(key), this.triesOfClient.reward(client)]);
    }
    if (isWrong) await this.wrongTries.penalty(ALL_CLIENTS);
    return !isWrong;
  }

  private async assertFewWrong(): Promise<void> {
    const wrong = await this.wrongTries.get(ALL_CLIENTS);
    if (wrong && wrong.consumedPoints > MAX_FAILED_ATTEMPTS) throw rateLimited(wrong);
  }
}
