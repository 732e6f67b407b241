import { type EntityManager } from 'typeorm';
import { run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { nextAttempt } from '../outbox/next-attempt.js';
import { type Attempt, type OutboxTable } from '../outbox/outbox-row.js';
import { type Outcome } from './sender.js';
import { WebhookDelivery, Webhook } from './webhook.entity.js';

/** The outbox of messages to webhooks. */
export const DELIVERIES: OutboxTable<WebhookDelivery> = {
  entity: WebhookDelivery,
  name: 'webhook_deliveries',
  receiver: 'webhookId',
};

/** Milliseconds without a success after which a webhook is switched off. */
const LONGEST_FAILURE = 5 * DAY;

export type DeliveryAttempt = Attempt<WebhookDelivery, Outcome>;

/** The columns of a delivery after an attempt. */
export function afterAttempt({
  row,
  outcome,
  at,
}: DeliveryAttempt & { readonly outcome: Outcome }): Partial<WebhookDelivery> {
  const attempts = row.attempts + 1;
  const isDelivered = outcome.error === null;
  const dueAt = isDelivered || isGone({ outcome }) ? null : (nextDelivery(attempts, at, outcome.retryAfter) ?? null);
  const status = isDelivered ? 'delivered' : dueAt ? 'pending' : 'failed';
  const { responseStatus, error } = outcome;
  return { responseStatus, error, attempts, attemptedAt: truncateToSeconds(at), status, dueAt };
}

/** Whether a failed attempt was the last one. */
export function isFinalFailure({ row, outcome }: DeliveryAttempt): boolean {
  return typeof outcome?.error === 'string' && (isGone({ outcome }) || row.attempts + 1 > RETRY_DELAYS.length);
}

/** Whether the receiver answered that it no longer exists (410), so that its webhook is switched off at once. */
export function isGone({ outcome }: Pick<DeliveryAttempt, 'outcome'>): boolean {
  return outcome?.responseStatus === 410;
}

/**
 * Stores whether webhooks can be reached.
 * @returns the ids of those that are switched off: their receiver is gone, or has failed for days
 */
export async function storeReachability(
  manager: EntityManager,
  attempts: readonly DeliveryAttempt[],
  now: Date,
): Promise<number[]> {
  const webhooksOf = (some: readonly DeliveryAttempt[]) => new Set(some.map(({ row }) => row.webhookId));
  const reached = webhooksOf(attempts.filter(({ outcome }) => outcome?.error === null));
  const isFailing = (attempt: DeliveryAttempt) => isGone(attempt) || !reached.has(attempt.row.webhookId);
  const failing = webhooksOf(attempts.filter((attempt) => attempt.outcome && isFailing(attempt)));
  for (const id of reached)
    await run(manager, 'UPDATE webhooks SET failingSince = NULL WHERE id = ? AND failingSince IS NOT NULL', [id]);
  const longAgo = truncateToSeconds(new Date(now.getTime() - LONGEST_FAILURE));
  const switchOff =
    'UPDATE webhooks SET isActive = FALSE, switchedOffAt = ? WHERE id = ? AND isActive AND failingSince <= ?';
  const switchedOff: number[] = [];
  const time = truncateToSeconds(now);
  const gone = webhooksOf(attempts.filter(isGone));
  for (const id of failing) {
    await tableOf(manager, Webhook).update(manager, { id, failingSince: null }, { failingSince: time });
    const latestFailure = gone.has(id) ? time : longAgo;
    const { affected } = await run(manager, switchOff, [time, id, latestFailure]);
    if (affected > 0) switchedOff.push(id);
  }
  return switchedOff;
}

/** Milliseconds between one attempt and the next. */
export const RETRY_DELAYS: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/** The longest time for which a receiver may ask to wait. */
const LONGEST_WAIT = DAY;

/**
 * The time of the next attempt of a delivery; undefined if these attempts were the last ones.
 * @param retryAfter milliseconds that the receiver asks to wait, which are respected up to a day
 */
export function nextDelivery(attempts: number, now: Date, retryAfter = 0, random?: number): Date | undefined {
  return nextAttempt(RETRY_DELAYS, attempts, now, Math.min(retryAfter, LONGEST_WAIT), random);
}
