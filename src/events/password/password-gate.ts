import { Injectable } from '@nestjs/common';
import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Settings } from '../../config/settings.js';
import { type RequestContext } from '../../http/context/calendar-request.js';
import { clientKeyOf } from '../../http/context/client.js';
import { consume, createRateLimiter, rateLimited } from '../../http/limits/rate-limiter.js';
import { type Event } from '../event.entity.js';
import { isPassword } from './event-password.js';

/** Attempts a minute for one event from one client. */
const TRIES = 20;

/** Attempts a minute from one client for all events. */
const TRIES_OF_CLIENT = 60;

/** Wrong attempts a minute in total. After these, only clients without a wrong attempt may try. */
const WRONG_IN_ALL = 600;

/** The key that counts the wrong attempts of all clients. */
export const ALL_CLIENTS = 'all';

/** Checks passwords of events. Attempts are always limited, because passwords that people remember can be guessed. */
@Injectable()
export class PasswordGate {
  private readonly triesOfEvent: RateLimiterAbstract;
  private readonly triesOfClient: RateLimiterAbstract;
  readonly wrongTries: RateLimiterAbstract;

  constructor(settings: Settings) {
    this.triesOfEvent = createRateLimiter(settings, 'password of event', TRIES);
    this.triesOfClient = createRateLimiter(settings, 'passwords of client', TRIES_OF_CLIENT);
    this.wrongTries = createRateLimiter(settings, 'wrong passwords', WRONG_IN_ALL);
  }

  async opens(
    event: Event,
    password: string | undefined,
    { address }: Pick<RequestContext, 'address'>,
  ): Promise<boolean> {
    if (password === undefined || event.passwordHash === null) return false;
    const client = clientKeyOf(address);
    const key = `${event.id} ${client}`;
    // An attempt counts before it is checked, so that parallel attempts count as well. A correct one is given back.
    await consume(this.triesOfEvent, key);
    const { consumedPoints } = await consume(this.triesOfClient, client);
    if (consumedPoints > 1) await this.assertFewWrong();
    let isWrong = false;
    try {
      isWrong = !(await isPassword(password, event.passwordHash));
    } finally {
      // An attempt that was refused because the queue is full is given back as well.
      if (!isWrong) await Promise.all([this.triesOfEvent.reward(key), this.triesOfClient.reward(client)]);
    }
    if (isWrong) await this.wrongTries.penalty(ALL_CLIENTS);
    return !isWrong;
  }

  private async assertFewWrong(): Promise<void> {
    const wrong = await this.wrongTries.get(ALL_CLIENTS);
    if (wrong && wrong.consumedPoints > WRONG_IN_ALL) throw rateLimited(wrong);
  }
}
