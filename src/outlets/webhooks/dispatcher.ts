import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { DataVersion } from '../../database/data-version.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { ActiveWebhooks } from './active-webhooks.js';
import {
  type Attempt,
  claim,
  dueIds,
  earliestDue,
  isFinalFailure,
  isGone,
  storeAttempts,
  storeReachability,
} from './delivery-store.js';
import { Outbox } from './outbox.js';
import { SendLimiter } from './send-limiter.js';
import { Sender } from './sender.js';
import { type WebhookDelivery, type Webhook } from './webhook.entity.js';

/** Milliseconds that a shutdown waits for attempts in progress, and then for their connections to end. */
const SHUTDOWN_TIMEOUT = 3000;
const ABORT_TIMEOUT = 1000;

/** Milliseconds after which an idle instance looks whether others have written, by the data version. */
const POLL_INTERVAL = 1000;

/** Milliseconds in which ended attempts are gathered, so that one transaction stores them. */
const BATCH_TIME = 100;

/**
 * Sends the messages of the outbox. Every instance does this; a delivery is sent by the instance that claims it first.
 * Each webhook has its own limit (`SendLimiter`), so that a slow receiver does not delay the others.
 *
 * It reads the outbox only if something may be due: after a write of this instance that stored messages, after a write
 * of another one, which the data version shows, and when the next message is due.
 */
@Injectable()
export class Dispatcher extends PeriodicTask {
  private seenVersion: number | undefined;
  /** When the next message is due, in milliseconds since 1970. */
  private nextDueAt = Infinity;
  private readonly limiters = new Map<number, SendLimiter>();
  private readonly sending = new Set<Promise<void>>();
  private readonly end = new AbortController();
  private ended: Attempt[] = [];

  /** Number of attempts since the start, for monitoring. */
  readonly attempts = { delivered: 0, failed: 0 };

  constructor(
    private readonly database: Database,
    private readonly webhooks: ActiveWebhooks,
    private readonly sender: Sender,
    private readonly versions: DataVersion,
    private readonly outbox: Outbox,
  ) {
    super();
    database.onWritten(() => {
      // The pause is not begun again for further messages.
      if (!this.outbox.takeNews() || this.nextDueAt === 0) return;
      this.nextDueAt = 0;
      this.wake();
    });
  }

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
    const active = await this.database.watch((manager) => this.webhooks.refresh(manager), this.database.timeout);
    const capacities = active
      .map(({ id }) => ({ webhookId: id, count: this.limiterOf(id).capacity }))
      .filter(({ count }) => count > 0);
    const ids =
      capacities.length > 0 ? await this.database.read((manager) => dueIds(manager, capacities, new Date())) : [];
    if (ids.length > 0 || this.ended.length > 0) {
      const webhooks = new Map(active.map((webhook) => [webhook.id, webhook]));
      for (const delivery of await this.storeAndClaim(ids)) this.begin(delivery, webhooks.get(delivery.webhookId)!);
    }
    // A message may have been stored meanwhile.
    this.nextDueAt = Math.min(this.nextDueAt, await this.findNextDue(active.map(({ id }) => id)));
    this.seenVersion = version;
  }

  /**
   * When the next message can be sent, in milliseconds since 1970: it is due, and its webhook does not pause. The end of
   * an attempt wakes this task, so webhooks that are full wait for that.
   */
  private async findNextDue(webhookIds: readonly number[]): Promise<number> {
    const [free, paused] = [
      webhookIds.filter((id) => this.limiterOf(id).capacity > 0),
      webhookIds.filter((id) => this.limiterOf(id).pause > 0),
    ];
    const endOfPause = Date.now() + Math.min(...paused.map((id) => this.limiterOf(id).pause));
    const [dueAt, dueInPauseAt] = await this.database.read(async (manager) => [
      await earliestDue(manager, free),
      await earliestDue(manager, paused),
    ]);
    return Math.min(
      dueAt?.getTime() ?? Infinity,
      dueInPauseAt ? Math.max(dueInPauseAt.getTime(), endOfPause) : Infinity,
    );
  }

  /** @returns the deliveries that were claimed */
  private async storeAndClaim(ids: readonly number[]): Promise<WebhookDelivery[]> {
    const ended = this.ended;
    this.ended = [];
    try {
      const { claimed, switchedOff } = await this.database.write(async (manager) => {
        await storeAttempts(manager, ended);
        const switchedOff = await storeReachability(manager, ended, new Date());
        const claimed = ids.length > 0 ? await claim(manager, ids, randomUUID(), new Date()) : [];
        return { claimed, switchedOff };
      });
      for (const { delivery, outcome } of ended.filter(isFinalFailure)) {
        const { messageId, webhookId } = delivery;
        this.logger.warn(`The delivery of ${messageId} to webhook ${webhookId} is given up: ${outcome?.error}.`);
      }
      const gone = new Set(ended.filter(isGone).map(({ delivery }) => delivery.webhookId));
      for (const id of switchedOff) {
        const reason = gone.has(id)
          ? 'its receiver has answered 410 Gone'
          : 'every delivery to it has failed for five days';
        this.logger.warn(`Webhook ${id} is switched off, since ${reason}.`);
      }
      return claimed;
    } catch (error) {
      this.ended = [...ended, ...this.ended];
      throw error;
    }
  }

  private begin(delivery: WebhookDelivery, webhook: Webhook): void {
    const sending = this.attempt(delivery, webhook).finally(() => this.sending.delete(sending));
    this.sending.add(sending);
  }

  private async attempt(delivery: WebhookDelivery, webhook: Webhook): Promise<void> {
    const limiter = this.limiterOf(webhook.id);
    limiter.begin();
    const outcome = await this.sender.send(webhook, delivery, this.end.signal).catch(() => undefined);
    const isDelivered = outcome?.error === null;
    limiter.end(isDelivered);
    if (outcome) this.attempts[isDelivered ? 'delivered' : 'failed'] += 1;
    this.ended.push({ delivery, outcome, at: new Date() });
    if (this.ended.length === 1) this.wake();
  }

  private limiterOf(webhookId: number): SendLimiter {
    let limiter = this.limiters.get(webhookId);
    if (!limiter) this.limiters.set(webhookId, (limiter = new SendLimiter()));
    return limiter;
  }

  /** `Database` itself logs that it is unavailable. */
  protected override onError(error: unknown): void {
    this.logger.debug(`Webhooks could not be served: ${String(error)}`);
  }
}
