import { randomBytes } from 'node:crypto';
import { type Webhook } from './webhook.entity.js';
import { DAY } from '../../lib/datetime/durations.js';

/** Milliseconds for which a secret remains valid after a rotation. */
const FORMER_LIFETIME = DAY;

/** Former secrets that are kept at most. */
const MOST_FORMER = 10;

type Secrets = Pick<Webhook, 'secret' | 'formerSecrets'>;

/** A secret of 256 random bits in the format of Standard Webhooks. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The columns of a webhook after a rotation. Former secrets that are still valid remain so. */
export function rotateSecret(webhook: Secrets, now: Date): Secrets {
  const former = [`${now.getTime() + FORMER_LIFETIME}:${webhook.secret}`, ...validFormer(webhook, now)];
  return { secret: newSecret(), formerSecrets: former.slice(0, MOST_FORMER).join() };
}

/** The secrets with which messages are signed, the current one first. */
export function validSecrets(webhook: Secrets, now: Date): string[] {
  return [webhook.secret, ...validFormer(webhook, now).map((entry) => entry.slice(entry.indexOf(':') + 1))];
}

function validFormer({ formerSecrets }: Secrets, now: Date): string[] {
  return formerSecrets.split(',').filter((entry) => Number.parseInt(entry, 10) > now.getTime());
}
