import cluster from 'node:cluster';
import { Injectable, SetMetadata, Global, Module } from '@nestjs/common';
import { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Settings } from '../lib/config/settings.js';
import { RateLimited, Unavailable, type ApiError, Busy } from '../lib/errors/api-error.js';
import { type Wording } from '../lib/i18n/messages.js';
import { type CalendarRequest } from './request-context.js';
import { clientKeyOf } from './client-address.js';
import { ClientReads, clientOf, isSearch, pointsOf } from './client-reads.js';

/** Length of the windows of requests, in seconds. */
const WINDOW = 60;

/** Milliseconds that a worker waits for the primary process, which keeps the counts. */
const PRIMARY_TIMEOUT = 1000;

/**
 * A limiter with a fixed window for each key. Several workers (`WEB_CONCURRENCY`) count together in their
 * primary process.
 * @param keyPrefix unique among all limiters
 * @param points how many a key may consume in a window
 * @param duration seconds of a window
 */
export function createRateLimiter(
  { webConcurrency }: Settings,
  keyPrefix: string,
  points: number,
  duration = WINDOW,
): RateLimiterAbstract {
  const options = { keyPrefix, points, duration };
  // Process managers such as PM2 also start cluster workers, but their primary does not count.
  return cluster.isWorker && webConcurrency > 1
    ? new RateLimiterCluster({ ...options, timeoutMs: PRIMARY_TIMEOUT })
    : new RateLimiterMemory(options);
}

/**
 * Consumes points of a key.
 * @param wording the message of the refusal
 * @throws {RateLimited} if too few are left
 * @throws {Unavailable} if the primary process does not answer
 */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
  points = 1,
  wording?: Wording,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (reason) {
    if (reason instanceof RateLimiterRes) throw rateLimited(reason, wording);
    throw Object.assign(new Unavailable(), { cause: reason });
  }
}

/** The error for a key that has no points left. */
export function rateLimited({ msBeforeNext }: RateLimiterRes, wording?: Wording): RateLimited {
  return new RateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)), wording);
}

/**
 * Requests per minute and instance of one account, or of one address without a key. Even a busy website that renders on
 * its server stays far below them. `failures` are requests that are refused because their key is invalid or missing.
 */
const LIMITS = { reads: 6000, searches: 1200, writes: 1200, failures: 120 } as const;

type Limit = keyof typeof LIMITS;

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
   * Counts a request by its account, or by its address before and without a key. A read that may return many records
   * counts as several. Sets the headers of the policy and its
   * state (draft-ietf-httpapi-ratelimit-headers).
   * @throws {RateLimited} with the seconds to wait
   */
  async countRequest(request: CalendarRequest, response: Response): Promise<void> {
    if (!this.settings.rateLimit) return;
    const limit = limitOf(request);
    const { remainingPoints, msBeforeNext } = await consume(this.limiters[limit], clientOf(request), pointsOf(request));
    response.set({
      'RateLimit-Policy': `"${limit}";q=${LIMITS[limit]};w=${WINDOW}`,
      RateLimit: `"${limit}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
    });
  }

  /** @throws {RateLimited} if the address has failed too often */
  async countFailure({ ip }: CalendarRequest): Promise<void> {
    if (this.settings.rateLimit) await consume(this.limiters.failures, clientKeyOf(ip));
  }
}

/** Counts OPTIONS requests, which never reach the guards. */
export function countOptions(limits: RateLimits): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'OPTIONS') return next();
    limits.countRequest(request, response).then(() => next(), next);
  };
}

/** Counts requests that match no route, which never reach the guards either. */
export function countUnrouted(limits: RateLimits): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (request.method === 'OPTIONS') return next(error);
    limits.countRequest(request, response).then(() => next(error), next);
  };
}

function limitOf(request: CalendarRequest): Limit {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return 'writes';
  return isSearch(request) ? 'searches' : 'reads';
}

/** Metadata of handlers without a rate limit. */
export const UNLIMITED = 'calendar:unlimited';

/** Marks handlers without a rate limit. */
export const Unlimited = () => SetMetadata(UNLIMITED, true);

@Global()
@Module({ providers: [RateLimits, ClientReads], exports: [RateLimits, ClientReads] })
export class LimitsModule {}

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 1;

/**
 * Limits concurrent requests, in total (`MAX_REQUESTS`) and per client (`MAX_REQUESTS_PER_CLIENT`). Health checks are
 * not limited. Must run after the language middleware, so that errors are in the language of the path.
 */
export function limitInFlight({ maxRequests, maxRequestsPerClient, rateLimit }: Settings): RequestHandler {
  const perClient = rateLimit ? maxRequestsPerClient : Infinity;
  const clients = new Map<string, number>();
  let total = 0;

  const rejection = (clientRequests: number): ApiError | undefined => {
    if (clientRequests >= perClient) return new RateLimited(RETRY_AFTER);
    // Fair share: at the total limit, a client that uses less than an equal part of it is still admitted.
    const share = Math.floor(maxRequests / (clients.size + 1));
    return total >= maxRequests && clientRequests >= share ? new Busy(RETRY_AFTER) : undefined;
  };

  return (request, response, next) => {
    if (request.path.startsWith('/health/')) return next();
    const client = clientKeyOf(request.ip);
    const clientRequests = clients.get(client) ?? 0;
    const error = rejection(clientRequests);
    if (error) return next(error);
    clients.set(client, clientRequests + 1);
    total += 1;
    let isInFlight = true;
    const release = () => {
      if (!isInFlight) return;
      isInFlight = false;
      total -= 1;
      const left = clients.get(client)! - 1;
      if (left === 0) clients.delete(client);
      else clients.set(client, left);
    };
    // `prefinish` is emitted when the response is complete; `finish` would also count clients that read slowly.
    response.once('prefinish', release).once('close', release);
    next();
  };
}
