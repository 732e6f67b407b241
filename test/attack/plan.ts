/** How much is done of an attack. */
export interface Plan {
  /** When it is to end, by `performance.now()`; what must be done at least is done all the same. */
  readonly until: number;
  /** Draws the same again. */
  readonly seed: number;
}

/** Milliseconds that are left, for attacks that go on for some time; never less than `least`. */
export function timeLeft({ until }: Plan, least: number): number {
  return Math.max(least, until - performance.now());
}
