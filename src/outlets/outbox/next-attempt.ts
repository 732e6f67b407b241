import { SECOND } from '../../lib/datetime/durations.js';

/** Random variation of a delay, so that messages that failed together are not repeated together. */
const JITTER = 0.1;

/**
 * The time of the next attempt, in whole seconds; undefined if these attempts were the last ones.
 * @param delays milliseconds between one attempt and the next
 * @param notBefore milliseconds that pass at least
 */
export function nextAttempt(
  delays: readonly number[],
  attempts: number,
  now: Date,
  notBefore = 0,
  random = Math.random(),
): Date | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  const varied = Math.max(delay * (1 - JITTER + 2 * JITTER * random), notBefore);
  return new Date(Math.ceil((now.getTime() + varied) / SECOND) * SECOND);
}
