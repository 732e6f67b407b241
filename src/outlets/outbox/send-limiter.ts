/** Maximum number of messages that an instance sends to one receiver at once. */
const AT_ONCE = 10;

/** Pause in milliseconds after a failure, doubled after each further one. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;

/**
 * Limits the concurrent messages to one receiver (circuit breaker). After a failure, they are sent one at a time, with
 * exponential backoff, until one succeeds.
 */
export class SendLimiter {
  private underWay = 0;
  private failures = 0;
  private pausedUntil = -Infinity;

  /** Milliseconds that remain of the pause after failures; 0 without one. */
  get pause(): number {
    return Math.max(0, this.pausedUntil - performance.now());
  }

  /** The number of messages that may be started now. */
  get capacity(): number {
    if (this.pause > 0) return 0;
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
    // Messages that were started together and fail count as one failure.
    if (now < this.pausedUntil) return;
    this.failures += 1;
    this.pausedUntil = now + Math.min(FIRST_PAUSE * 2 ** (this.failures - 1), LONGEST_PAUSE);
  }
}
