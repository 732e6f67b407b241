import { createHash } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Settings } from '../../lib/config/settings.js';
import { clientKeyOf } from '../client-address.js';
import { consume, createRateLimiter, rateLimited } from '../rate-limits.js';
import { type CalendarRequest } from '../request-context.js';

/** Seconds in which wrong tries count. */
const WINDOW = 15 * 60;

/** Wrong tries for one account from one address. */
const MAX_OF_PAIR = 10;

/** Wrong tries from one address, for all accounts and links. */
const MAX_OF_ADDRESS = 50;

/** Links for new passwords that one address asks for within an hour. */
const MAX_LINKS = 20;
const LINKS_WINDOW = 60 * 60;

/** Maximum number of wrong tries for one account, from all addresses together from which nobody has signed in to it. */
const MAX_OF_ACCOUNT = 100;

/** A try, before it is known whether it is right. */
export interface Try {
  readonly address: string;
  /** The account as it is named, whether or not it exists; absent for links. */
  readonly account?: string;
  /** Whether the account was signed in to from this address within the last 90 days. */
  readonly isKnown?: boolean;
}

/** Limits wrong tries of passwords and links. `RATE_LIMIT` does not switch this off. */
@Injectable()
export class SignInTries {
  private readonly ofPair: RateLimiterAbstract;
  private readonly ofAddress: RateLimiterAbstract;
  private readonly ofAccount: RateLimiterAbstract;
  private readonly links: RateLimiterAbstract;

  constructor(settings: Settings) {
    const limiter = (name: string, points: number) => createRateLimiter(settings, `sign-in of ${name}`, points, WINDOW);
    this.ofPair = limiter('account and address', MAX_OF_PAIR);
    this.ofAddress = limiter('address', MAX_OF_ADDRESS);
    this.ofAccount = limiter('account', MAX_OF_ACCOUNT);
    this.links = createRateLimiter(settings, 'new passwords of address', MAX_LINKS, LINKS_WINDOW);
  }

  /** @throws {RateLimited} if the address has no try left */
  async assertLeft(address: string): Promise<void> {
    const found = await this.ofAddress.get(clientKeyOf(address));
    if (found && found.consumedPoints >= MAX_OF_ADDRESS) throw rateLimited(found);
  }

  /** @throws {RateLimited} if the address has asked for too many links */
  async countLink(address: string): Promise<void> {
    await consume(this.links, clientKeyOf(address));
  }

  /**
   * Counts a try as wrong before it is checked, so that parallel ones count.
   * @returns takes it back, for a try that was right, or that was not checked
   * @throws {RateLimited} if a limit is reached; the try then counts for none
   */
  async count({ address, account, isKnown = false }: Try): Promise<() => Promise<void>> {
    const client = clientKeyOf(address);
    const name = createHash('sha256')
      .update(account ?? '')
      .digest('base64url');
    const limits: (readonly [RateLimiterAbstract, string])[] = [
      [this.ofAddress, client],
      ...(account === undefined ? [] : [[this.ofPair, `${name} ${client}`] as const]),
      ...(account === undefined || isKnown ? [] : [[this.ofAccount, name] as const]),
    ];
    const counted: (readonly [RateLimiterAbstract, string])[] = [];
    const takeBack = async () => void (await Promise.all(counted.map(([limiter, key]) => limiter.reward(key))));
    try {
      for (const limit of limits) {
        counted.push(limit);
        await consume(...limit);
      }
    } catch (error) {
      await takeBack();
      throw error;
    }
    return takeBack;
  }
}

const SIGN_IN_TRIES = 'calendar:sign-in-tries';

/** `sign-in`: a password or link is tried; `link`: one is asked for. */
type LimitedKind = 'sign-in' | 'link';

/** Marks handlers that need no key, so that what they do is limited by the address. */
export const LimitedTries = (kind: LimitedKind) => SetMetadata(SIGN_IN_TRIES, kind);

/** Refuses addresses that have no try left, before the body is read. */
@Injectable()
export class SignInTriesGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tries: SignInTries,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const kind = this.reflector.get<LimitedKind | undefined>(SIGN_IN_TRIES, execution.getHandler());
    const address = execution.switchToHttp().getRequest<CalendarRequest>().ip ?? '';
    if (kind === 'sign-in') await this.tries.assertLeft(address);
    if (kind === 'link') await this.tries.countLink(address);
    return true;
  }
}
