import { Injectable } from '@nestjs/common';
import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Settings } from '../../config/settings.js';
import { consume, createRateLimiter, WINDOW } from './rate-limiter.js';

/**
 * Requests per minute and instance of one account, or of one address without a key. Even a busy website that renders on
 * its server stays far below them. `failures` are requests that are refused because their key is invalid or missing.
 */
const LIMITS = { reads: 6000, searches: 1200, writes: 1200, failures: 120 } as const;

export type Limit = keyof typeof LIMITS;

/** The remaining number of requests. */
export interface Allowance {
  readonly limit: Limit;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly reset: number;
}

/** Counts requests. `RATE_LIMIT=off` turns this off. */
@Injectable()
export class RateLimits {
  private readonly limiters: Readonly<Record<Limit, RateLimiterAbstract>>;

  constructor(private readonly settings: Settings) {
    const limiter = (limit: Limit) => createRateLimiter(settings, limit, LIMITS[limit]);
    this.limiters = {
      reads: limiter('reads'),
      searches: limiter('searches'),
      writes: limiter('writes'),
      failures: limiter('failures'),
    };
  }

  /**
   * Counts a request.
   * @returns the remaining number, or undefined if limits are off
   * @throws {RateLimited} with the seconds to wait
   */
  async count(limit: Limit, client: string): Promise<Allowance | undefined> {
    if (!this.settings.rateLimit) return undefined;
    const { remainingPoints, msBeforeNext } = await consume(this.limiters[limit], client);
    return { limit, remaining: remainingPoints, reset: Math.ceil(msBeforeNext / 1000) };
  }
}

/** The policy and its state as headers (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'RateLimit-Policy': `"${limit}";q=${LIMITS[limit]};w=${WINDOW}`,
    RateLimit: `"${limit}";r=${remaining};t=${reset}`,
  };
}
