import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { type RequestContext } from '../../http/request-context.js';
import { Database } from '../../database/database.js';
import { listPageUrls } from '../../http/response/paging.js';
import { Transactions } from '../../http/idempotency/transactions.js';
import { Site } from '../../http/urls/site.js';
import { ActiveWebhooks } from './active-webhooks.js';
import { type DeliveriesQuery } from './deliveries.query.js';
import { type DeliveriesDto, DeliveryDto } from './delivery.dto.js';
import { RESPONSE_TIMEOUT } from './sender.js';
import { type CreateWebhookDto, type UpdateWebhookDto, WebhookDto, type WebhooksDto } from './webhook.dto.js';
import { WEBHOOK } from './webhook.names.js';
import { WebhookDelivery, type Webhook } from './webhook.entity.js';
import { WebhookStore } from './webhook-store.js';

/** Manages webhooks for administrators, through HTTP. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly site: Site,
    private readonly store: WebhookStore,
    private readonly active: ActiveWebhooks,
  ) {}

  async list(context: RequestContext): Promise<WebhooksDto> {
    const webhooks = await this.database.read((manager) => this.store.list(manager));
    return {
      webhooks: webhooks.map((webhook) => this.toDto(webhook, context)),
      rest_url: this.site.urls.collection(context.root, WEBHOOK),
    };
  }

  async get(id: number, context: RequestContext): Promise<WebhookDto> {
    const webhook = await this.database.read((manager) => this.store.get(manager, id));
    return this.toDto(webhook, context);
  }

  create(body: CreateWebhookDto, context: RequestContext): Promise<WebhookDto> {
    return this.write(context, async (manager) => {
      const webhook = await this.store.create(manager, body);
      const shown = this.toDto(webhook, context);
      context.response.headers.set('Location', shown.rest_url);
      return { ...shown, secret: webhook.secret };
    });
  }

  update(id: number, body: UpdateWebhookDto, context: RequestContext): Promise<WebhookDto> {
    return this.write(context, async (manager) => {
      const webhook = await this.store.update(manager, id, body);
      return { ...this.toDto(webhook, context), ...(body.rotate_secret && { secret: webhook.secret }) };
    });
  }

  remove(id: number, context: RequestContext): Promise<WebhookDto> {
    return this.write(context, async (manager) => this.toDto(await this.store.remove(manager, id), context));
  }

  test(id: number, context: RequestContext): Promise<DeliveryDto> {
    const send = async () => {
      const webhook = await this.database.read((manager) => this.store.get(manager, id));
      const delivery = await this.store.test(webhook);
      return async (manager: EntityManager) =>
        DeliveryDto.of(await this.store.storeDelivery(manager, delivery), context.language, false);
    };
    return this.transactions.writeAfter(context, send, RESPONSE_TIMEOUT);
  }

  async deliveries(id: number, query: DeliveriesQuery, context: RequestContext): Promise<DeliveriesDto> {
    const { status, before, limit } = query;
    const where = { webhookId: id, ...(status && { status }), ...(before && { id: LessThan(before) }) };
    const { webhook, deliveries } = await this.database.read(async (manager) => ({
      webhook: await this.store.get(manager, id),
      deliveries: await manager.find(WebhookDelivery, { where, order: { id: 'DESC' }, take: limit }),
    }));
    const { active, switched_off_utc } = this.toDto(webhook, context);
    const last = deliveries.length === limit ? deliveries.at(-1)?.id : undefined;
    const list = `${this.site.urls.record(context.root, WEBHOOK, id)}/deliveries`;
    const pageUrl = listPageUrls(list, query, context, 'before');
    return {
      deliveries: deliveries.map((delivery) => DeliveryDto.of(delivery, context.language, active)),
      active,
      switched_off_utc,
      rest_url: pageUrl(before),
      ...(last !== undefined && { next_rest_url: pageUrl(last) }),
    };
  }

  /** Returns once every instance knows of the change. */
  private async write(
    context: RequestContext,
    work: (manager: EntityManager) => Promise<WebhookDto>,
  ): Promise<WebhookDto> {
    const webhook = await this.transactions.write(context, work);
    await this.active.untilKnown();
    return webhook;
  }

  private toDto(webhook: Webhook, { language }: RequestContext): WebhookDto {
    return WebhookDto.of(webhook, this.site.urls.record(language, WEBHOOK, webhook.id));
  }
}
