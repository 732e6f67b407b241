import { Injectable } from '@nestjs/common';
import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import { type RequestContext } from '../common/http/calendar-request.js';
import { exactCounter } from '../common/limits/exact-counter.js';
import { clientOf, refused } from '../common/limits/rate-limits.js';
import { Settings } from '../config/settings.js';
import { type Event } from './event.entity.js';
import { isPassword } from './event-password.js';

/** A minute, for one event from one client. */
const TRIES = 20;

/** Opens protected events, a limited number of times: passwords that people remember can be guessed. Never turned off. */
@Injectable()
export class PasswordGate {
  private readonly tries: RateLimiterAbstract;

  constructor(settings: Settings) {
    this.tries = exactCounter('passwords', TRIES, settings);
  }

  /** @throws {RateLimited} after too many wrong tries */
  async opens(event: Event, password: string | undefined, { address }: RequestContext): Promise<boolean> {
    if (password === undefined || event.passwordHash === null) return false;
    const client = `${event.id} ${clientOf(address)}`;
    // Counted before it is looked at, so that many at once are counted too; a right one is given back.
    await this.tries.consume(client).catch(refused);
    const isRight = await isPassword(password, event.passwordHash);
    if (isRight) await this.tries.reward(client).catch(refused);
    return isRight;
  }
}
