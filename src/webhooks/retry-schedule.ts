const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between one attempt and the next. */
export const RETRY_DELAYS: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** The part by which a delay varies, so that what failed together is not sent together again. */
const JITTER = 0.1;

/**
 * When a delivery is tried again, in whole seconds.
 * @param attempts that were made
 * @returns undefined when it is given up
 */
export function nextAttempt(attempts: number, now: Date, random = Math.random()): Date | undefined {
  const delay = RETRY_DELAYS[attempts - 1];
  if (delay === undefined) return undefined;
  const varied = delay * (1 - JITTER + 2 * JITTER * random);
  return new Date(Math.ceil((now.getTime() + varied) / SECOND) * SECOND);
}
