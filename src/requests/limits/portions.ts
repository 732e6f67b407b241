import { LRUCache } from 'lru-cache';
import { type Count } from '../../siblings/minute-counts.js';
import { type SharedCounts } from '../../siblings/shared-counts.js';

/** Clients that a worker holds portions for. */
const REMEMBERED = 10_000;

/** Counts of a client that were asked for together. */
interface Portion {
  /** The count of the last one. */
  readonly last: number;
  /** When the minute is over, by `performance.now()`. */
  readonly end: number;
  unused: number;
}

/**
 * Counts one by one, of portions that the primary gives: to ask it for each request would cost more than many an answer.
 * What a worker has not used when a minute ends was counted in vain; that is how much too early a limit may be met.
 */
export class Portions {
  private readonly held = new LRUCache<string, Portion>({ max: REMEMBERED });
  private readonly asked = new Map<string, Promise<void>>();

  constructor(
    private readonly counts: SharedCounts,
    private readonly size: number,
  ) {}

  async next(name: string): Promise<Count> {
    for (;;) {
      const portion = this.held.get(name);
      const left = portion ? portion.end - performance.now() : 0;
      if (portion && portion.unused > 0 && left > 0) return { count: portion.last - (portion.unused -= 1), left };
      // Those who come while one asks wait for the same portion.
      await (this.asked.get(name) ?? this.ask(name));
    }
  }

  private ask(name: string): Promise<void> {
    const asking = this.take(name).finally(() => this.asked.delete(name));
    this.asked.set(name, asking);
    return asking;
  }

  private async take(name: string): Promise<void> {
    const { count, left } = await this.counts.add(name, this.size);
    this.held.set(name, { last: count, end: performance.now() + left, unused: this.size });
  }
}
