/** The time and the random seed of an attack. */
export interface Plan {
  /** When it should end, by `performance.now()`. Its minimum of requests is sent nevertheless. */
  readonly until: number;
  /** The same seed generates the same requests. */
  readonly seed: number;
}

/** The remaining milliseconds, at least `least`. */
export function timeLeft({ until }: Plan, least: number): number {
  return Math.max(least, until - performance.now());
}
