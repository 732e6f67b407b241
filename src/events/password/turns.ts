import { Busy } from '../../errors/api-error.js';
import { FairQueue } from '../../values/fair-queue.js';

/** Seconds after which it is worth trying again. */
const SOON = 1;

interface Waiter {
  start(): void;
  refuse(error: Busy): void;
}

/**
 * Lets a few work at once and a bounded number wait. Clients take turns: whoever has many waiting delays himself, and
 * gives way where there is no place left.
 */
export class Turns {
  private working = 0;
  private readonly waiting = new FairQueue<Waiter>();

  constructor(
    private readonly atOnce: number,
    private readonly longest: number,
  ) {}

  /** @throws {Busy} at once, or when others need the place */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (this.working >= this.atOnce) await this.wait(client);
    else this.working += 1;
    try {
      return await work();
    } finally {
      this.working -= 1;
      this.next();
    }
  }

  private async wait(client: string): Promise<void> {
    if (this.waiting.length >= this.longest) this.makePlace(client);
    await new Promise<void>((start, refuse) => this.waiting.push(client, { start, refuse }));
  }

  private makePlace(client: string): void {
    const given = this.waiting.makePlace(client);
    if (!given) throw new Busy(SOON);
    given.refuse(new Busy(SOON));
  }

  private next(): void {
    const waiter = this.waiting.shift();
    if (!waiter) return;
    this.working += 1;
    waiter.start();
  }
}
