import PQueue from 'p-queue';
import { Overloaded } from '../lib/errors/api-error.js';
import { Deadline } from './deadline.js';

/** Maximum number of waiting tasks. */
const MAX_WAITING = 1000;

/** The default share of its remaining time that a task may wait. */
const MAX_WAIT = 0.5;

/** The weight of the last task in the average duration. */
const WEIGHT = 0.1;

export type QueueLoad = BoundedQueue['load'];

/**
 * Runs a bounded number of tasks at a time. A task is refused at once if it would start too late, judged by the length
 * of the queue and the average duration, so that the caller can retry early.
 */
export class BoundedQueue {
  private readonly queue: PQueue;
  /** Milliseconds: an exponential moving average. */
  private averageDuration = 0;
  private begun = 0;
  private refused = 0;
  private waited = 0;

  constructor(
    private readonly concurrency: number,
    private readonly maxWaitShare = MAX_WAIT,
  ) {
    this.queue = new PQueue({ concurrency });
  }

  /**
   * Runs a task when its turn comes.
   * @param isContinuation whether the task continues one that has run before: it goes first and is not refused
   * @throws {Overloaded} at once if the task would begin too late
   * @throws {Unavailable} if the deadline passes before the task begins. A running task checks the deadline itself
   */
  async run<T>(task: () => Promise<T>, deadline: Deadline, isContinuation = false): Promise<T> {
    const isFull = this.queue.size >= MAX_WAITING || this.expectedWait > this.maxWaitShare * deadline.remaining;
    if (isFull && !isContinuation) throw this.refusal();
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const addedAt = performance.now();
    const start = () => {
      this.begun += 1;
      this.waited += performance.now() - addedAt;
      begin();
      return this.start(task, deadline);
    };
    const running = this.queue.add(start, { priority: isContinuation ? 1 : 0 });
    await deadline.guard(Promise.race([begun, running]));
    return running;
  }

  /** Resolves when the queue is empty and no task runs. */
  async onIdle(): Promise<void> {
    await this.queue.onIdle();
  }

  /** Counters since the start, for monitoring. `waited` are milliseconds of all begun tasks together. */
  get load() {
    const { concurrency, begun, refused, waited } = this;
    const { pending: running, size: waiting } = this.queue;
    return { concurrency, running, waiting, begun, refused, waited };
  }

  private async start<T>(task: () => Promise<T>, deadline: Deadline): Promise<T> {
    // A task that is alone is tried all the same: otherwise the average of an outage would refuse all tasks for ever.
    const isAlone = this.queue.pending === 1 && this.queue.size === 0;
    if (deadline.remaining <= this.averageDuration && !isAlone) throw this.refusal();
    const start = performance.now();
    try {
      return await task();
    } finally {
      this.averageDuration += WEIGHT * (performance.now() - start - this.averageDuration);
    }
  }

  /** Estimated milliseconds until a new task begins. */
  private get expectedWait(): number {
    const { pending, size } = this.queue;
    return pending < this.concurrency ? 0 : ((size + 1) * this.averageDuration) / this.concurrency;
  }

  private refusal(): Overloaded {
    this.refused += 1;
    return new Overloaded(Math.max(1, Math.ceil(this.expectedWait / 1000)));
  }
}
