import { Injectable } from '@nestjs/common';
import { type RequestContext } from '../../requests/context/calendar-request.js';
import { clientOf } from '../../requests/context/client.js';
import { limited } from '../../requests/limits/rate-limits.js';
import { SharedCounts } from '../../siblings/shared-counts.js';
import { type Event } from '../event.entity.js';
import { isPassword } from './event-password.js';

/** Tries a minute, for one event from one client. */
const TRIES = 20;

/** Tries a minute from one client, for all events. */
const TRIES_OF_CLIENT = 60;

/** Wrong tries a minute in all. Beyond it only clients that have had none wrong may try. */
const WRONG_IN_ALL = 600;

/** Opens protected events, a limited number of times: passwords that people remember can be guessed. Never turned off. */
@Injectable()
export class PasswordGate {
  constructor(private readonly counts: SharedCounts) {}

  /** @throws {RateLimited} after too many wrong tries */
  async opens(
    event: Event,
    password: string | undefined,
    { address }: Pick<RequestContext, 'address'>,
  ): Promise<boolean> {
    if (password === undefined || event.passwordHash === null) return false;
    const client = clientOf(address);
    const names = [`password of ${event.id} ${client}`, `passwords ${client}`] as const;
    // Counted before it is looked at, so that many at once are counted too; a right one is given back.
    await limited(this.counts.add(names[0]), TRIES);
    const { count: tries } = await limited(this.counts.add(names[1]), TRIES_OF_CLIENT);
    if (tries > 1) await limited(this.counts.add('passwords', 0), WRONG_IN_ALL);
    const isWrong = await this.isWrong(password, event.passwordHash, client, names);
    if (isWrong) await this.counts.add('passwords');
    return !isWrong;
  }

  private async isWrong(password: string, hash: string, client: string, names: readonly string[]): Promise<boolean> {
    let isWrong = false;
    try {
      isWrong = !(await isPassword(password, hash, client));
      return isWrong;
    } finally {
      // Also where it was not looked at, because too many were waiting.
      if (!isWrong) for (const name of names) await this.counts.add(name, -1);
    }
  }
}
