import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EntityManager } from 'typeorm';
import { type Database } from '../../database/database.js';
import { type DataVersion } from '../../database/data-version.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { type Attempt, type OutboxRow, type OutboxTable } from './outbox-row.js';
import { claim, dueIds, earliestDue } from './outbox-store.js';
import { SendLimiter } from './send-limiter.js';

/** Milliseconds that a shutdown waits for attempts in progress, and then for their connections to end. */
const SHUTDOWN_TIMEOUT = 3000;
const ABORT_TIMEOUT = 1000;

/** Milliseconds after which an idle instance looks whether others have written, by the data version. */
const POLL_INTERVAL = 1000;

/** Milliseconds in which ended attempts are gathered, so that one transaction stores them. */
const BATCH_TIME = 100;

/** Tells whether messages have been stored in an outbox since the last call, perhaps in a transaction that was rolled back. */
export interface OutboxNews {
  takeNews(): boolean;
}

/** Writes to the log what has been stored of attempts; called after the commit. */
export type LogStored = () => void;

/**
 * Sends the messages of an outbox. Every instance does this; a message is sent by the instance that claims it first.
 * Each receiver has its own limit (`SendLimiter`), so that a slow one does not delay the others.
 *
 * It reads the outbox only if something may be due: after a write of this instance that stored messages, after a write
 * of another one, which the data version shows, and when the next message is due.
 */
export abstract class OutboxSender<
  Row extends OutboxRow,
  Receiver extends { readonly id: number },
  Outcome,
> extends PeriodicTask {
  protected abstract readonly table: OutboxTable<Row>;
  private seenVersion: number | undefined;
  /** When the next message is due, in milliseconds since 1970. */
  private nextDueAt = Infinity;
  private readonly limiters = new Map<number, SendLimiter>();
  private readonly sending = new Set<Promise<void>>();
  private readonly end = new AbortController();
  private ended: Attempt<Row, Outcome>[] = [];

  /** Number of attempts since the start, for monitoring. */
  readonly attempts = { delivered: 0, failed: 0 };

  constructor(
    protected readonly database: Database,
    private readonly versions: DataVersion,
    news: OutboxNews,
  ) {
    super();
    database.onWritten(() => {
      // The pause is not begun again for further messages.
      if (!news.takeNews() || this.nextDueAt === 0) return;
      this.nextDueAt = 0;
      this.wake();
    });
  }

  /** The receivers to which messages are sent now. */
  protected abstract receivers(): Promise<readonly Receiver[]>;

  protected abstract receiverIdOf(row: Row): number;

  /** Makes one attempt. Errors of the receiver become its outcome; it rejects only if `signal` aborts it. */
  protected abstract attempt(receiver: Receiver, row: Row, signal: AbortSignal): Promise<Outcome>;

  protected abstract isDelivered(outcome: Outcome): boolean;

  /** Whether the receiver works, so that the other messages to it need not wait. */
  protected abstract isReachable(outcome: Outcome): boolean;

  /** Stores the results of attempts. */
  protected abstract store(manager: EntityManager, attempts: readonly Attempt<Row, Outcome>[]): Promise<LogStored>;

  protected get interval(): number {
    if (this.ended.length > 0) return BATCH_TIME;
    return Math.min(POLL_INTERVAL, Math.max(BATCH_TIME, this.nextDueAt - Date.now()));
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await Promise.race([Promise.allSettled(this.sending), sleep(SHUTDOWN_TIMEOUT, undefined, { ref: false })]);
    this.end.abort();
    await Promise.race([Promise.allSettled(this.sending), sleep(ABORT_TIMEOUT, undefined, { ref: false })]);
    if (this.ended.length > 0) await this.storeAndClaim([]).catch((error: unknown) => this.onError(error));
  }

  /** Stores finished attempts, and starts due ones. */
  async run(): Promise<void> {
    const version = await this.versions.current();
    const isIdle = version === this.seenVersion && this.nextDueAt > Date.now() && this.ended.length === 0;
    if (isIdle) return;
    // Until the end of this run, so that one which fails is repeated.
    this.seenVersion = undefined;
    this.nextDueAt = Infinity;
    const receivers = await this.receivers();
    const capacities = receivers
      .map(({ id }) => ({ receiverId: id, count: this.limiterOf(id).capacity }))
      .filter(({ count }) => count > 0);
    const ids =
      capacities.length > 0
        ? await this.database.read((manager) => dueIds(manager, this.table, capacities, new Date()))
        : [];
    if (ids.length > 0 || this.ended.length > 0) {
      const byId = new Map(receivers.map((receiver) => [receiver.id, receiver]));
      for (const row of await this.storeAndClaim(ids)) this.begin(row, byId.get(this.receiverIdOf(row))!);
    }
    // A message may have been stored meanwhile.
    this.nextDueAt = Math.min(this.nextDueAt, await this.findNextDue(receivers.map(({ id }) => id)));
    this.seenVersion = version;
  }

  /**
   * When the next message can be sent, in milliseconds since 1970: it is due, and its receiver does not pause. The end of
   * an attempt wakes this task, so receivers that are full wait for that.
   */
  private async findNextDue(receiverIds: readonly number[]): Promise<number> {
    const [free, paused] = [
      receiverIds.filter((id) => this.limiterOf(id).capacity > 0),
      receiverIds.filter((id) => this.limiterOf(id).pause > 0),
    ];
    const endOfPause = Date.now() + Math.min(...paused.map((id) => this.limiterOf(id).pause));
    const [dueAt, dueInPauseAt] = await this.database.read(async (manager) => [
      await earliestDue(manager, this.table, free),
      await earliestDue(manager, this.table, paused),
    ]);
    return Math.min(
      dueAt?.getTime() ?? Infinity,
      dueInPauseAt ? Math.max(dueInPauseAt.getTime(), endOfPause) : Infinity,
    );
  }

  /** @returns the messages that were claimed */
  private async storeAndClaim(ids: readonly number[]): Promise<Row[]> {
    const ended = this.ended;
    this.ended = [];
    try {
      const { claimed, logStored } = await this.database.write(async (manager) => {
        const logStored = await this.store(manager, ended);
        const claimed = ids.length > 0 ? await claim(manager, this.table, ids, randomUUID(), new Date()) : [];
        return { claimed, logStored };
      });
      logStored();
      return claimed;
    } catch (error) {
      this.ended = [...ended, ...this.ended];
      throw error;
    }
  }

  private begin(row: Row, receiver: Receiver): void {
    const sending = this.send(row, receiver).finally(() => this.sending.delete(sending));
    this.sending.add(sending);
  }

  private async send(row: Row, receiver: Receiver): Promise<void> {
    const limiter = this.limiterOf(receiver.id);
    limiter.begin();
    const outcome = await this.attempt(receiver, row, this.end.signal).catch(() => undefined);
    limiter.end(outcome !== undefined && this.isReachable(outcome));
    if (outcome !== undefined) this.attempts[this.isDelivered(outcome) ? 'delivered' : 'failed'] += 1;
    this.ended.push({ row, outcome, at: new Date() });
    if (this.ended.length === 1) this.wake();
  }

  private limiterOf(receiverId: number): SendLimiter {
    let limiter = this.limiters.get(receiverId);
    if (!limiter) this.limiters.set(receiverId, (limiter = new SendLimiter()));
    return limiter;
  }

  /** `Database` itself logs that it is unavailable. */
  protected override onError(error: unknown): void {
    this.logger.debug(`Messages could not be sent: ${String(error)}`);
  }
}
