import { LRUCache } from 'lru-cache';

const MINUTE = 60_000;

/** Names that are remembered: the ones used last. Beyond that many in a minute the first ones begin anew. */
const REMEMBERED = 100_000;

/** How much was counted under a name in its minute. */
export interface Count {
  readonly count: number;
  /** Milliseconds until the name begins anew. */
  readonly left: number;
}

interface Minute {
  count: number;
  readonly end: number;
}

/**
 * Counts by name. The minute of a name begins when it is first counted; one that is over is found out when it is next
 * asked for, so that nothing is ever to be swept.
 */
export class MinuteCounts {
  private readonly minutes = new LRUCache<string, Minute>({ max: REMEMBERED });

  add(name: string, by = 1): Count {
    // Whole ones: of fractions a minute may be left that is a little longer than one.
    const now = Math.floor(performance.now());
    let minute = this.minutes.get(name);
    if (!minute || minute.end <= now) {
      minute = { count: 0, end: now + MINUTE };
      this.minutes.set(name, minute);
    }
    minute.count += by;
    return { count: minute.count, left: minute.end - now };
  }
}
