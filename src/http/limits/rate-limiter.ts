import cluster from 'node:cluster';
import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Settings } from '../../config/settings.js';
import { RateLimited, Unavailable } from '../../errors/api-error.js';

/** Length of every rate limit window, in seconds. */
export const WINDOW = 60;

/** Milliseconds that a worker waits for the primary process, which keeps the counts. */
const PRIMARY_TIMEOUT = 1000;

/**
 * A limiter with a fixed window of a minute for each key. Several workers (`WEB_CONCURRENCY`) count together in their
 * primary process.
 * @param keyPrefix unique among all limiters
 * @param points how many a key may consume in a window
 */
export function createRateLimiter(
  { webConcurrency }: Settings,
  keyPrefix: string,
  points: number,
): RateLimiterAbstract {
  const options = { keyPrefix, points, duration: WINDOW };
  // Process managers such as PM2 also start cluster workers, but their primary does not count.
  return cluster.isWorker && webConcurrency > 1
    ? new RateLimiterCluster({ ...options, timeoutMs: PRIMARY_TIMEOUT })
    : new RateLimiterMemory(options);
}

/**
 * Consumes a point of a key.
 * @throws {RateLimited} if none is left
 * @throws {Unavailable} if the primary process does not answer
 */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (reason) {
    if (reason instanceof RateLimiterRes) throw rateLimited(reason);
    throw Object.assign(new Unavailable(), { cause: reason });
  }
}

/** The error for a key that has no points left. */
export function rateLimited({ msBeforeNext }: RateLimiterRes): RateLimited {
  return new RateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)));
}
