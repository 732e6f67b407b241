import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { tableOf } from '../database/sql/table.js';
import { Webhook } from './webhook.entity.js';

/** Milliseconds for which the last list is used. */
const LIFETIME = 500;

/**
 * The active webhooks, from a cache that is refreshed regularly, so that writes rarely need to read them. After a
 * change of webhooks, the response waits until no instance uses an older list.
 */
@Injectable()
export class ActiveWebhooks {
  private known: { readonly webhooks: readonly Webhook[]; readonly at: number } | undefined;
  private forgottenAt = -Infinity;

  /** The webhooks that receive messages about the changes of a transaction. */
  async of(manager: EntityManager): Promise<readonly Webhook[]> {
    const { known } = this;
    return known && performance.now() - known.at < LIFETIME ? known.webhooks : readActive(manager);
  }

  /** Reads the list outside of a transaction. */
  async refresh(manager: EntityManager): Promise<readonly Webhook[]> {
    const at = performance.now();
    const webhooks = await readActive(manager);
    if (at > this.forgottenAt) this.known = { webhooks, at };
    return webhooks;
  }

  /** Waits until every instance knows of a change of webhooks. */
  async invalidateAndWait(): Promise<void> {
    this.known = undefined;
    this.forgottenAt = performance.now();
    await sleep(LIFETIME);
  }
}

function readActive(manager: EntityManager): Promise<Webhook[]> {
  return tableOf(manager, Webhook).select(manager, { isActive: true });
}
