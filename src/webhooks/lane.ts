/** Messages that an instance sends to one receiver at once. */
const AT_ONCE = 10;

/** Milliseconds that a receiver is left alone after a failure; twice as long after each further one. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;

/** The messages in flight to one receiver: after a failure one at a time, with pauses, until one arrives. */
export class Lane {
  private underWay = 0;
  private failures = 0;
  private pausedUntil = -Infinity;

  /** How many messages may be begun now. */
  get room(): number {
    if (performance.now() < this.pausedUntil) return 0;
    return Math.max(0, (this.failures > 0 ? 1 : AT_ONCE) - this.underWay);
  }

  begin(): void {
    this.underWay += 1;
  }

  end(isDelivered: boolean): void {
    this.underWay -= 1;
    if (isDelivered) {
      this.failures = 0;
      return;
    }
    const now = performance.now();
    // Messages that were begun together fail together: they count as one failure.
    if (now < this.pausedUntil) return;
    this.failures += 1;
    this.pausedUntil = now + Math.min(FIRST_PAUSE * 2 ** (this.failures - 1), LONGEST_PAUSE);
  }
}
