import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type RequestContext } from '../common/http/calendar-request.js';
import { clientOf, refused } from '../common/limits/rate-limits.js';
import { type Event } from './event.entity.js';
import { isPassword } from './event-password.js';

/** Opens protected events, a limited number of times: passwords that people remember can be guessed. Never turned off. */
@Injectable()
export class PasswordGate {
  /** Tries a minute for one event from one client. */
  private readonly tries = new RateLimiterMemory({ points: 20, duration: 60 });

  /** @throws {RateLimited} after too many wrong tries */
  async opens(event: Event, password: string | undefined, { address }: RequestContext): Promise<boolean> {
    if (password === undefined || event.passwordHash === null) return false;
    const client = `${event.id} ${clientOf(address)}`;
    // Counted before it is looked at, so that many at once are counted too; a right one is given back.
    await this.tries.consume(client).catch(refused);
    const isRight = await isPassword(password, event.passwordHash);
    if (isRight) await this.tries.reward(client);
    return isRight;
  }
}
