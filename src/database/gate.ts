import { NobodyWaits, Overloaded } from '../errors/api-error.js';
import { FairQueue } from '../values/fair-queue.js';
import { ITSELF, type Waiter } from './waiter.js';

/** Ends a stay. */
export type Leave = () => void;

interface Waiting extends Waiter {
  /** By `performance.now()`: whose turn comes later would begin what cannot be done in time. */
  readonly until: number;
  readonly letIn: () => void;
  readonly reject: (error: Error) => void;
}

/** Of so many stays the lengths are remembered. */
const REMEMBERED = 16;

/**
 * Lets so many in at a time: clients take turns, and each of them comes in the order of arrival. Who would have to wait
 * too long is refused at once, and who is not awaited any more when the turn comes is not let in.
 */
export class Gate {
  private inside = 0;
  private readonly waiting = new FairQueue<Waiting>();
  /** Those who have been inside. */
  private readonly returning: Waiting[] = [];
  /** Milliseconds. */
  private stays: number[] = [];
  private usualStay = 0;

  /**
   * @param most how many are let in at a time; asked each time, where it depends on others: see `look`
   * @param patience milliseconds that one may have to wait, as far as the stays so far tell
   * @param longest how many may wait, whatever these tell
   */
  constructor(
    private readonly most: number | (() => number),
    private readonly patience: number,
    private readonly longest = 1000,
  ) {}

  private get size(): number {
    return typeof this.most === 'number' ? this.most : this.most();
  }

  /** Whether somebody would be let in at once. */
  get isOpen(): boolean {
    return this.inside < this.size;
  }

  /**
   * Resolves when it is the caller's turn, with what ends it.
   * @param patience of this one
   * @param time milliseconds after which the turn comes too late
   * @throws {Overloaded} at once, when others need the place, or where the turn comes too late
   * @throws {NobodyWaits} when the turn comes
   */
  enter(waiter: Waiter = ITSELF, patience = this.patience, time = Infinity): Promise<Leave> {
    const leave = this.enterNow();
    if (leave) return Promise.resolve(leave);
    const { client } = waiter;
    if (!this.hasRoom(client, patience)) this.dropUnawaited();
    if (!this.hasRoom(client, patience) && !this.makePlace(client, patience))
      return Promise.reject(this.refusal(client));
    const until = performance.now() + time;
    return new Promise((resolve, reject) =>
      this.waiting.push(client, { ...waiter, until, letIn: () => resolve(this.letIn()), reject }),
    );
  }

  /**
   * For whoever has begun something inside and goes on with it: before all others, since what was done would be in vain.
   * It is one stay with the one before, for those who would have to wait for both.
   * @throws {NobodyWaits} when the turn comes
   */
  enterAgain(waiter: Waiter): Promise<Leave> {
    if (this.isOpen) return Promise.resolve(this.letIn(true));
    return new Promise((resolve, reject) =>
      this.returning.push({ ...waiter, until: Infinity, letIn: () => resolve(this.letIn(true)), reject }),
    );
  }

  /** Whoever can come in at once does without a promise. Where there is more room than before, those who wait come first. */
  enterNow(): Leave | undefined {
    this.look();
    return this.isOpen ? this.letIn() : undefined;
  }

  /** Milliseconds that the next one of a client would have to wait. */
  private wait(client: string): number {
    return ((this.waiting.before(client) + 1) * this.usualStay) / this.size;
  }

  /** For those whose turn is the next one always. */
  private hasRoom(client: string, patience: number): boolean {
    if (this.waiting.before(client) < this.size) return true;
    return this.waiting.length < this.longest && this.wait(client) <= patience;
  }

  /** Whoever has the most waiting gives way. */
  private makePlace(client: string, patience: number): boolean {
    if (this.wait(client) > patience) return false;
    const given = this.waiting.makePlace(client);
    given?.reject(this.refusal(given.client));
    return given !== undefined;
  }

  private refusal(client: string): Overloaded {
    return new Overloaded(Math.max(1, Math.ceil(this.wait(client) / 1000)));
  }

  private letIn(isAgain = false): Leave {
    const since = performance.now();
    this.inside += 1;
    return () => {
      this.inside -= 1;
      const before = isAgain ? (this.stays.pop() ?? 0) : 0;
      this.learn(before + performance.now() - since);
      this.look();
    };
  }

  /** The average, without the longest: one that hung says nothing of the others. */
  private learn(stay: number): void {
    this.stays = [...this.stays.slice(1 - REMEMBERED), stay];
    const sum = this.stays.reduce((one, other) => one + other) - Math.max(...this.stays);
    this.usualStay = sum / Math.max(1, this.stays.length - 1);
  }

  /** Lets in who may come in by now: to be called where more may than before. */
  look(): void {
    while (this.isOpen) {
      const next = this.returning.shift() ?? this.waiting.shift();
      if (!next) return;
      if (!next.isAwaited()) next.reject(new NobodyWaits());
      else if (performance.now() > next.until) next.reject(this.refusal(next.client));
      else next.letIn();
    }
  }

  private dropUnawaited(): void {
    for (const { reject } of this.waiting.drop(({ isAwaited }) => !isAwaited())) reject(new NobodyWaits());
  }
}
