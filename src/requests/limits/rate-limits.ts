import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { RateLimited, Unavailable } from '../../errors/api-error.js';
import { hasSiblings } from '../../siblings/has-siblings.js';
import { type Count } from '../../siblings/minute-counts.js';
import { SharedCounts } from '../../siblings/shared-counts.js';
import { Portions } from './portions.js';

/**
 * Requests a minute that one account, or one address without a key, may send to one instance. A busy website that renders
 * on its server stays far below; whoever meets them is told when to go on. `failures` are requests with a key that does
 * not hold, or with none where one is needed.
 */
const LIMITS = { reads: 6000, searches: 1200, writes: 1200, failures: 120 } as const;

const SECONDS = 60;

/** Of a limit, what all workers together may hold unused. */
const INEXACT = 0.02;

export type Limit = keyof typeof LIMITS;

/** What is left of a limit. */
export interface Allowance {
  readonly limit: Limit;
  readonly remaining: number;
  /** Seconds until it is whole again. */
  readonly reset: number;
}

/** Counts requests, over all workers. `RATE_LIMIT=off` turns it off. */
@Injectable()
export class RateLimits {
  private readonly portions = new Map<Limit, Portions>();

  constructor(
    private readonly settings: Settings,
    private readonly counts: SharedCounts,
  ) {
    if (!hasSiblings(settings)) return;
    for (const [limit, points] of Object.entries(LIMITS) as [Limit, number][]) {
      const size = Math.max(1, Math.floor((INEXACT * points) / settings.webConcurrency));
      this.portions.set(limit, new Portions(counts, size));
    }
  }

  /**
   * Counts a request.
   * @returns what is left, or undefined where nothing is limited
   * @throws {RateLimited} with the seconds to wait
   */
  async count(limit: Limit, client: string): Promise<Allowance | undefined> {
    if (!this.settings.rateLimit) return undefined;
    const name = `${limit} ${client}`;
    const counted = await limited(this.portions.get(limit)?.next(name) ?? this.counts.add(name), LIMITS[limit]);
    return { limit, remaining: LIMITS[limit] - counted.count, reset: Math.ceil(counted.left / 1000) };
  }
}

/**
 * @throws {RateLimited} where more was counted than may be
 * @throws {Unavailable} where nobody counts: the primary does not answer
 */
export async function limited(counting: Count | Promise<Count>, most: number): Promise<Count> {
  const counted = await Promise.resolve(counting).catch((reason: unknown) => {
    throw Object.assign(new Unavailable(), { cause: reason });
  });
  if (counted.count > most) throw new RateLimited(Math.max(1, Math.ceil(counted.left / 1000)));
  return counted;
}

/** The policy and its state as headers (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'RateLimit-Policy': `"${limit}";q=${LIMITS[limit]};w=${SECONDS}`,
    RateLimit: `"${limit}";r=${remaining};t=${reset}`,
  };
}
