import { type EntityManager } from 'typeorm';
import { query, run } from '../database/sql/statements.js';
import { tableOf } from '../database/sql/table.js';
import { truncateToSeconds } from '../datetime/moment.js';
import { nextAttempt } from './retry-schedule.js';
import { type Outcome } from './sender.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { Webhook } from './webhook.entity.js';

/** Milliseconds for which a delivery is claimed by an instance: longer than an attempt and storing its result take. */
const LEASE = 25_000;

/** Milliseconds without a success after which a webhook is switched off. */
export const LONGEST_FAILURE = 5 * 86_400_000;

/** A webhook, and the number of messages that may be sent to it now. */
export interface SendCapacity {
  readonly webhookId: number;
  readonly count: number;
}

/** An ended attempt. Without an outcome, a shutdown aborted it, and another instance repeats it. */
export interface Attempt {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  readonly outcome: Outcome | undefined;
  readonly at: Date;
}

/** Ids of due deliveries, the oldest first for each webhook. */
export async function dueIds(manager: EntityManager, rooms: readonly SendCapacity[], now: Date): Promise<number[]> {
  const parts = rooms.map(
    ({ webhookId, count }) =>
      `SELECT id FROM (SELECT id FROM webhook_deliveries WHERE webhookId = ${webhookId} AND dueAt <= ? ` +
      `ORDER BY dueAt LIMIT ${count}) due${webhookId}`,
  );
  const rows = await query<{ id: number }>(
    manager,
    parts.join(' UNION ALL '),
    parts.map(() => truncateToSeconds(now)),
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims deliveries for this instance for the time of an attempt. Other instances cannot claim them meanwhile. If the
 * instance dies, they become due again.
 */
export async function claim(
  manager: EntityManager,
  ids: readonly number[],
  token: string,
  now: Date,
): Promise<WebhookDelivery[]> {
  const until = truncateToSeconds(new Date(now.getTime() + LEASE));
  await run(manager, `UPDATE webhook_deliveries SET claim = ?, dueAt = ? WHERE id IN (${ids.join()}) AND dueAt <= ?`, [
    token,
    until,
    truncateToSeconds(now),
  ]);
  return tableOf(manager, WebhookDelivery).select(manager, { id: ids, claim: token });
}

/** Stores the results of attempts. Deliveries that another instance has claimed meanwhile are left alone. */
export async function storeAttempts(manager: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  const deliveries = tableOf(manager, WebhookDelivery);
  for (const { delivery, outcome, at } of attempts) {
    const { id, claim } = delivery;
    const changed = outcome ? afterAttempt(delivery, outcome, at) : { dueAt: truncateToSeconds(at), claim: null };
    await deliveries.update(manager, { id, claim }, changed);
  }
}

function afterAttempt({ attempts: before }: WebhookDelivery, outcome: Outcome, at: Date): Partial<WebhookDelivery> {
  const attempts = before + 1;
  const attempt = { ...outcome, attempts, attemptedAt: truncateToSeconds(at) };
  if (outcome.error === null) return { ...attempt, status: 'delivered', dueAt: null };
  const dueAt = nextAttempt(attempts, at);
  return dueAt ? { ...attempt, dueAt } : { ...attempt, status: 'failed', dueAt: null };
}

/** Whether a failed attempt was the last one of its delivery. */
export function isFinalFailure({ delivery, outcome, at }: Attempt): boolean {
  return outcome !== undefined && afterAttempt(delivery, outcome, at).status === 'failed';
}

/**
 * Stores whether webhooks can be reached, and switches off those that have failed for days.
 * @returns the webhooks that were switched off
 */
export async function storeReach(manager: EntityManager, attempts: readonly Attempt[]): Promise<Webhook[]> {
  const switchedOff: Webhook[] = [];
  const latest = new Map(attempts.map((attempt) => [attempt.webhook.id, attempt]));
  for (const { webhook, at } of latest.values()) {
    const own = attempts.filter((attempt) => attempt.webhook.id === webhook.id && attempt.outcome);
    const isReached = own.some(({ outcome }) => outcome!.error === null);
    const webhooks = tableOf(manager, Webhook);
    // Another attempt may have failed since the webhook was read.
    if (isReached)
      await run(manager, 'UPDATE webhooks SET failingSince = NULL WHERE id = ? AND failingSince IS NOT NULL', [
        webhook.id,
      ]);
    if (isReached || own.length === 0) continue;
    if (!webhook.failingSince)
      await webhooks.update(manager, { id: webhook.id, failingSince: null }, { failingSince: truncateToSeconds(at) });
    const longAgo = truncateToSeconds(new Date(at.getTime() - LONGEST_FAILURE));
    if (!webhook.failingSince || webhook.failingSince > longAgo) continue;
    const sql =
      'UPDATE webhooks SET isActive = FALSE, switchedOffAt = ? WHERE id = ? AND isActive AND failingSince <= ?';
    const { affected } = await run(manager, sql, [truncateToSeconds(at), webhook.id, longAgo]);
    if (affected > 0) switchedOff.push(webhook);
  }
  return switchedOff;
}
