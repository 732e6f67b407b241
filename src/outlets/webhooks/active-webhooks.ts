import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { onceCommitted } from '../../database/database.js';
import { tableOf } from '../../database/sql/table.js';
import { Webhook } from './webhook.entity.js';

/** Milliseconds for which a list is used, from the start of its read. */
const LIFETIME = 500;

/** The active webhooks, from a cache that the dispatcher refreshes, so that writes rarely need to read them. */
@Injectable()
export class ActiveWebhooks {
  private known: { readonly webhooks: readonly Webhook[]; readonly readAt: number } | undefined;

  /** The webhooks that receive messages about the changes of a transaction. */
  async of(manager: EntityManager): Promise<readonly Webhook[]> {
    const { known } = this;
    return known && performance.now() - known.readAt < LIFETIME ? known.webhooks : this.refresh(manager);
  }

  /** Reads the list, and caches it if the transaction that reads it is committed. */
  async refresh(manager: EntityManager): Promise<readonly Webhook[]> {
    const readAt = performance.now();
    const webhooks = await tableOf(manager, Webhook).select(manager, { isActive: true });
    onceCommitted(manager, () => (this.known = { webhooks, readAt }));
    return webhooks;
  }

  /** Waits after a change of webhooks, until no instance uses an older list. */
  async untilKnown(): Promise<void> {
    await sleep(LIFETIME);
  }
}
