import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { tableOf } from '../../database/sql/table.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { RecordNotFound } from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { type Wording } from '../../lib/i18n/messages.js';
import { ReceiverAddress } from './receiver-address.js';
import { newSecret, rotateSecret } from './secrets.js';
import { newMessageId, Sender } from './sender.js';
import { type CreateWebhookDto, type UpdateWebhookDto } from './webhook.dto.js';
import { TEST, WEBHOOK } from './webhook.names.js';
import { WebhookDelivery, Webhook } from './webhook.entity.js';

/** Maximum number of webhooks, because writes read all of them. */
const MAX_WEBHOOKS = 50;

type NewDelivery = Omit<WebhookDelivery, 'id'>;

/** Reads, writes and tests webhooks, for requests and for commands. */
@Injectable()
export class WebhookStore {
  constructor(
    private readonly addresses: ReceiverAddress,
    private readonly sender: Sender,
  ) {}

  /** All webhooks, the oldest first. */
  list(manager: EntityManager): Promise<Webhook[]> {
    return manager.find(Webhook, { order: { id: 'ASC' } });
  }

  /** @throws {RecordNotFound} */
  async get(manager: EntityManager, id: number): Promise<Webhook> {
    const [webhook] = await tableOf(manager, Webhook).select(manager, { id });
    if (!webhook) throw new RecordNotFound(WEBHOOK, { id });
    return webhook;
  }

  /** @throws {InvalidParameters} if the address is refused, or there are too many webhooks */
  async create(manager: EntityManager, body: CreateWebhookDto): Promise<Webhook> {
    this.assertAddress(body.url);
    if ((await manager.count(Webhook)) >= MAX_WEBHOOKS) refuseUrl((messages) => messages.tooManyWebhooks(MAX_WEBHOOKS));
    const { url, events, active = true, description = null } = body;
    const webhook = {
      url,
      events: events.join(),
      isActive: active,
      description,
      secret: newSecret(),
      formerSecrets: '',
      failingSince: null,
      switchedOffAt: null,
      createdAt: truncateToSeconds(new Date()),
    };
    const [id] = await tableOf(manager, Webhook).insert(manager, [webhook]);
    return { ...webhook, id: id! };
  }

  /** @throws {InvalidParameters} if the address is refused */
  async update(manager: EntityManager, id: number, body: UpdateWebhookDto): Promise<Webhook> {
    const webhook = await this.get(manager, id);
    if (body.url !== undefined && body.url !== webhook.url) this.assertAddress(body.url);
    const changed = changesOf(webhook, body);
    if (Object.keys(changed).length > 0) await tableOf(manager, Webhook).update(manager, { id }, changed);
    return { ...webhook, ...changed };
  }

  /** Its deliveries are removed later (`DeliveryCleanup`). */
  async remove(manager: EntityManager, id: number): Promise<Webhook> {
    const webhook = await this.get(manager, id);
    await tableOf(manager, Webhook).remove(manager, { id });
    return webhook;
  }

  /** Sends a test message at once, even if the webhook is off. Its delivery is for `storeDelivery`. */
  async test(webhook: Webhook): Promise<NewDelivery> {
    const message = {
      messageId: newMessageId(),
      type: TEST,
      kind: WEBHOOK.plural,
      recordId: webhook.id,
      revision: null,
      createdAt: truncateToSeconds(new Date()),
    };
    const { responseStatus, error } = await this.sender.send(webhook, message);
    const status = error === null ? 'delivered' : 'failed';
    const attempt = { responseStatus, error, status, attempts: 1, attemptedAt: truncateToSeconds(new Date()) } as const;
    return { ...message, ...attempt, webhookId: webhook.id, dueAt: null, claim: null };
  }

  async storeDelivery(manager: EntityManager, delivery: NewDelivery): Promise<WebhookDelivery> {
    const [id] = await tableOf(manager, WebhookDelivery).insert(manager, [delivery]);
    return { ...delivery, id: id! };
  }

  /** @throws {InvalidParameters} if messages may not be sent to an address */
  private assertAddress(url: string): void {
    const refusal = this.addresses.refusal(url);
    if (refusal) refuseUrl(refusal);
  }
}

function refuseUrl(wording: Wording): void {
  throw new InvalidParameters(new Map([['url', new FieldError(wording)]]));
}

function changesOf(webhook: Webhook, body: UpdateWebhookDto): Partial<Webhook> {
  const { url, events, active, description, rotate_secret: isRotated } = body;
  return {
    ...(url !== undefined && { url }),
    ...(url !== undefined && url !== webhook.url && { failingSince: null }),
    ...(events !== undefined && { events: events.join() }),
    ...(description !== undefined && { description }),
    ...(active !== undefined && { isActive: active }),
    ...(active && !webhook.isActive && { failingSince: null, switchedOffAt: null }),
    ...(isRotated && rotateSecret(webhook, new Date())),
  };
}
