import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { DataVersion } from '../../database/data-version.js';
import { type LogStored, OutboxSender } from '../outbox/outbox-sender.js';
import { storeAttempts } from '../outbox/outbox-store.js';
import { ActiveWebhooks } from './active-webhooks.js';
import {
  afterAttempt,
  type DeliveryAttempt,
  DELIVERIES,
  isFinalFailure,
  isGone,
  storeReachability,
} from './delivery-store.js';
import { Outbox } from './outbox.js';
import { type Outcome, Sender } from './sender.js';
import { type WebhookDelivery, type Webhook } from './webhook.entity.js';

/** Sends the messages to webhooks. */
@Injectable()
export class Dispatcher extends OutboxSender<WebhookDelivery, Webhook, Outcome> {
  protected readonly table = DELIVERIES;

  constructor(
    database: Database,
    versions: DataVersion,
    outbox: Outbox,
    private readonly webhooks: ActiveWebhooks,
    private readonly sender: Sender,
  ) {
    super(database, versions, outbox);
  }

  protected receivers(): Promise<readonly Webhook[]> {
    return this.database.watch((manager) => this.webhooks.refresh(manager), this.database.timeout);
  }

  protected receiverIdOf({ webhookId }: WebhookDelivery): number {
    return webhookId;
  }

  protected attempt(webhook: Webhook, delivery: WebhookDelivery, signal: AbortSignal): Promise<Outcome> {
    return this.sender.send(webhook, delivery, signal);
  }

  protected isDelivered({ error }: Outcome): boolean {
    return error === null;
  }

  protected isReachable({ error }: Outcome): boolean {
    return error === null;
  }

  protected async store(manager: EntityManager, attempts: readonly DeliveryAttempt[]): Promise<LogStored> {
    await storeAttempts(manager, DELIVERIES, attempts, afterAttempt);
    const switchedOff = await storeReachability(manager, attempts, new Date());
    return () => this.logStored(attempts, switchedOff);
  }

  private logStored(attempts: readonly DeliveryAttempt[], switchedOff: readonly number[]): void {
    for (const { row, outcome } of attempts.filter(isFinalFailure))
      this.logger.warn(`The delivery of ${row.messageId} to webhook ${row.webhookId} is given up: ${outcome?.error}.`);
    const gone = new Set(attempts.filter(isGone).map(({ row }) => row.webhookId));
    for (const id of switchedOff) {
      const reason = gone.has(id)
        ? 'its receiver has answered 410 Gone'
        : 'every delivery to it has failed for five days';
      this.logger.warn(`Webhook ${id} is switched off, since ${reason}.`);
    }
  }
}
