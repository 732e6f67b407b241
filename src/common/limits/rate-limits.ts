import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Settings } from '../../config/settings.js';
import { RateLimited, Unavailable } from '../errors/api-error.js';
import { SharedCounts } from '../siblings/shared-counts.js';

/**
 * Requests a minute that one account, or one address without a key, may send to one instance. A busy website that renders
 * on its server stays far below; whoever meets them is told when to go on.
 */
const LIMITS = { reads: 6000, searches: 1200, writes: 1200, failures: 120 } as const;

const SECONDS = 60;

export type Limit = keyof typeof LIMITS;

/** The limit that a read counts for. */
export function limitOfRead(query: Readonly<Record<string, unknown>>): Limit {
  return query.search ? 'searches' : 'reads';
}

/** What is left of a limit. */
export interface Allowance {
  readonly limit: Limit;
  readonly remaining: number;
  /** Seconds until it is whole again. */
  readonly reset: number;
}

/** Counts requests, those to other workers as well, a moment later. `RATE_LIMIT=off` turns it off. */
@Injectable()
export class RateLimits {
  private readonly counters = new Map<Limit, RateLimiterMemory>();

  constructor(
    { rateLimit }: Settings,
    private readonly shared: SharedCounts,
  ) {
    if (!rateLimit) return;
    for (const [limit, points] of Object.entries(LIMITS) as [Limit, number][]) {
      const counter = new RateLimiterMemory({ keyPrefix: limit, points, duration: SECONDS });
      this.counters.set(limit, counter);
      shared.onAdded(limit, (client, count) => void counter.penalty(client, count));
    }
  }

  get isOn(): boolean {
    return this.counters.size > 0;
  }

  /**
   * Counts a request.
   * @returns what is left, or undefined where nothing is limited
   * @throws {RateLimited} with the seconds to wait
   */
  async count(limit: Limit, client: string): Promise<Allowance | undefined> {
    const counter = this.counters.get(limit);
    if (!counter) return undefined;
    this.shared.add(limit, client);
    const { remainingPoints, msBeforeNext } = await counter.consume(client).catch(refused);
    return { limit, remaining: remainingPoints, reset: Math.ceil(msBeforeNext / 1000) };
  }

  /** @throws {RateLimited} where a client has used up a limit already; counts nothing */
  async check(limit: Limit, client: string): Promise<void> {
    const state = await this.counters.get(limit)?.get(client);
    if (state && state.consumedPoints > LIMITS[limit]) refused(state);
  }
}

/** Turns the refusal of a counter into the service's error; anything else comes of a primary that does not answer. */
export function refused(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw Object.assign(new Unavailable(), { cause: reason });
  throw new RateLimited(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
}

/** The policy and its state as headers (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders({ limit, remaining, reset }: Allowance): Record<string, string> {
  return {
    'RateLimit-Policy': `"${limit}";q=${LIMITS[limit]};w=${SECONDS}`,
    RateLimit: `"${limit}";r=${remaining};t=${reset}`,
  };
}

/** One client for all addresses of an IPv6 network: whoever has one has 2^64 of them. */
export function clientOf(address: string): string {
  return isIPv6(address) && !address.startsWith('::ffff:') ? network(address) : address;
}

/** The first 64 bits. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after);
  }
  return groups.slice(0, 4).join(':');
}
