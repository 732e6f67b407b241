import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { tableOf } from '../database/sql/table.js';
import { truncateToSeconds } from '../datetime/moment.js';
import { Sender } from './sender.js';
import { TEST, WEBHOOK } from './webhook.names.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookStore } from './webhook-store.js';

/** Sends test messages to webhooks. */
@Injectable()
export class WebhookTester {
  constructor(
    private readonly database: Database,
    private readonly store: WebhookStore,
    private readonly sender: Sender,
  ) {}

  /**
   * Sends a message at once, even if the webhook is off.
   * @returns a function that stores the result
   * @throws {RecordNotFound}
   */
  async send(id: number): Promise<(manager: EntityManager) => Promise<WebhookDelivery>> {
    const webhook = await this.database.read((manager) => this.store.get(manager, id));
    const now = truncateToSeconds(new Date());
    const messageId = `msg_${randomUUID().replaceAll('-', '')}`;
    const message = { messageId, type: TEST, kind: WEBHOOK.plural, recordId: id, revision: null, createdAt: now };
    const outcome = await this.sender.send(webhook, message);
    const status = outcome.error === null ? 'delivered' : 'failed';
    const attempt = { ...outcome, status, attempts: 1, attemptedAt: truncateToSeconds(new Date()) } as const;
    const delivery = { ...message, ...attempt, webhookId: id, dueAt: null, claim: null };
    return async (manager) => {
      const [deliveryId] = await tableOf(manager, WebhookDelivery).insert(manager, [delivery]);
      return { ...delivery, id: deliveryId! };
    };
  }
}
