const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between one attempt and the next. */
export const RETRY_DELAYS: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** Random variation of a delay, so that messages that failed together are not repeated together. */
const JITTER = 0.1;

/**
 * The time of the next attempt, in whole seconds.
 * @param attempts number of attempts so far
 * @returns undefined if no further attempt is made
 */
export function nextAttempt(attempts: number, now: Date, random = Math.random()): Date | undefined {
  const delay = RETRY_DELAYS[attempts - 1];
  if (delay === undefined) return undefined;
  const varied = delay * (1 - JITTER + 2 * JITTER * random);
  return new Date(Math.ceil((now.getTime() + varied) / SECOND) * SECOND);
}
