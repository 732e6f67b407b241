import { type RateLimiterAbstract, RateLimiterCluster, RateLimiterMemory } from 'rate-limiter-flexible';
import { type Settings } from '../../config/settings.js';
import { hasSiblings } from '../siblings/has-siblings.js';

/** Milliseconds for an answer of the primary. */
const PATIENCE = 1000;

/**
 * Counts up to so many points a minute for each client, exactly: in memory, which is that of the primary where workers
 * share it. Each count asks the primary then.
 */
export function exactCounter(name: string, points: number, settings: Settings): RateLimiterAbstract {
  const options = { keyPrefix: name, points, duration: 60 };
  return hasSiblings(settings)
    ? new RateLimiterCluster({ ...options, timeoutMs: PATIENCE })
    : new RateLimiterMemory(options);
}
