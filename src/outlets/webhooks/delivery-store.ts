import { type EntityManager } from 'typeorm';
import { parseSqliteTime, query, run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { type Outcome } from './sender.js';
import { WebhookDelivery, Webhook } from './webhook.entity.js';

/** Milliseconds for which a delivery is claimed by an instance: longer than an attempt and storing its result take. */
const LEASE = 25_000;

/** Milliseconds without a success after which a webhook is switched off. */
const LONGEST_FAILURE = 5 * DAY;

/** An ended attempt. Without an outcome, a shutdown aborted it, and another instance repeats it. */
export interface Attempt {
  readonly delivery: WebhookDelivery;
  readonly outcome: Outcome | undefined;
  readonly at: Date;
}

/** The number of messages that may be sent to a webhook now. */
export interface SendCapacity {
  readonly webhookId: number;
  readonly count: number;
}

/** Ids of due deliveries, the oldest first for each webhook, at most as many as may be sent now. */
export async function dueIds(
  manager: EntityManager,
  capacities: readonly SendCapacity[],
  now: Date,
): Promise<number[]> {
  const parts = capacities.map(
    ({ webhookId, count }) =>
      `SELECT id FROM (SELECT id FROM webhook_deliveries WHERE webhookId = ${webhookId} AND dueAt <= ? ` +
      `ORDER BY dueAt LIMIT ${count}) due${webhookId}`,
  );
  const times = parts.map(() => truncateToSeconds(now));
  return (await query<{ id: number }>(manager, parts.join(' UNION ALL '), times)).map(({ id }) => id);
}

/** When the next message to one of these webhooks is due; undefined if there is none. */
export async function earliestDue(manager: EntityManager, webhookIds: readonly number[]): Promise<Date | undefined> {
  if (webhookIds.length === 0) return undefined;
  const parts = webhookIds.map(
    (id) =>
      `SELECT * FROM (SELECT dueAt FROM webhook_deliveries WHERE webhookId = ${id} AND dueAt IS NOT NULL ` +
      `ORDER BY dueAt LIMIT 1) due${id}`,
  );
  const rows = await query<{ dueAt: Date | string }>(manager, parts.join(' UNION ALL '));
  const times = rows.map(({ dueAt }) => (typeof dueAt === 'string' ? parseSqliteTime(dueAt) : dueAt).getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

/** Claims deliveries for this instance. If it dies, they become due again when the time of an attempt is over. */
export async function claim(
  manager: EntityManager,
  ids: readonly number[],
  token: string,
  now: Date,
): Promise<WebhookDelivery[]> {
  const until = truncateToSeconds(new Date(now.getTime() + LEASE));
  const sql = `UPDATE webhook_deliveries SET claim = ?, dueAt = ? WHERE id IN (${ids.join()}) AND dueAt <= ?`;
  await run(manager, sql, [token, until, truncateToSeconds(now)]);
  return tableOf(manager, WebhookDelivery).select(manager, { id: ids, claim: token });
}

/** Stores the results of attempts. Deliveries that another instance has claimed meanwhile are left alone. */
export async function storeAttempts(manager: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) {
    const { id, claim } = attempt.delivery;
    await tableOf(manager, WebhookDelivery).update(manager, { id, claim }, afterAttempt(attempt));
  }
}

/** The columns of a delivery after an attempt. */
export function afterAttempt({ delivery, outcome, at }: Attempt): Partial<WebhookDelivery> {
  if (!outcome) return { dueAt: truncateToSeconds(at), claim: null };
  const attempts = delivery.attempts + 1;
  const isDelivered = outcome.error === null;
  const dueAt = isDelivered || isGone({ outcome }) ? null : (nextAttempt(attempts, at, outcome.retryAfter) ?? null);
  const status = isDelivered ? 'delivered' : dueAt ? 'pending' : 'failed';
  const { responseStatus, error } = outcome;
  return { responseStatus, error, attempts, attemptedAt: truncateToSeconds(at), status, dueAt };
}

/** Whether a failed attempt was the last one. */
export function isFinalFailure({ delivery, outcome }: Attempt): boolean {
  return typeof outcome?.error === 'string' && (isGone({ outcome }) || delivery.attempts + 1 > RETRY_DELAYS.length);
}

/** Whether the receiver answered that it no longer exists (410), so that its webhook is switched off at once. */
export function isGone({ outcome }: Pick<Attempt, 'outcome'>): boolean {
  return outcome?.responseStatus === 410;
}

/**
 * Stores whether webhooks can be reached.
 * @returns the ids of those that are switched off: their receiver is gone, or has failed for days
 */
export async function storeReachability(
  manager: EntityManager,
  attempts: readonly Attempt[],
  now: Date,
): Promise<number[]> {
  const webhooksOf = (some: readonly Attempt[]) => new Set(some.map(({ delivery }) => delivery.webhookId));
  const reached = webhooksOf(attempts.filter(({ outcome }) => outcome?.error === null));
  const isFailing = (attempt: Attempt) => isGone(attempt) || !reached.has(attempt.delivery.webhookId);
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

/** Random variation of a delay, so that messages that failed together are not repeated together. */
const JITTER = 0.1;

/** The longest time for which a receiver may ask to wait. */
const LONGEST_WAIT = DAY;

/**
 * The time of the next attempt, in whole seconds; undefined if these attempts were the last ones.
 * @param retryAfter milliseconds that the receiver asks to wait, which are respected up to a day
 */
export function nextAttempt(attempts: number, now: Date, retryAfter = 0, random = Math.random()): Date | undefined {
  const delay = RETRY_DELAYS[attempts - 1];
  if (delay === undefined) return undefined;
  const planned = delay * (1 - JITTER + 2 * JITTER * random);
  const varied = Math.max(planned, Math.min(retryAfter, LONGEST_WAIT));
  return new Date(Math.ceil((now.getTime() + varied) / SECOND) * SECOND);
}
