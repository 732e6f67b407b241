import { Webhook as Signer } from 'standardwebhooks';
import { LANGUAGES } from '../i18n/language.js';
import { NAMESPACE, type Links } from '../site/links.js';
import { validSecrets } from './secrets.js';
import { type WebhookDelivery } from './webhook-delivery.entity.js';
import { type Webhook } from './webhook.entity.js';

export type Message = Pick<WebhookDelivery, 'messageId' | 'type' | 'kind' | 'recordId' | 'revision' | 'createdAt'>;

/** The body of a message: the type of change and the record, without its content. */
export function bodyOf({ type, kind, recordId: id, revision, createdAt }: Message, links: Links): string {
  const url = (root: string) => `${root}/${NAMESPACE}/${kind}/${id}`;
  const rest_urls = Object.fromEntries(LANGUAGES.map((language) => [language, url(links.root(language))]));
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { kind, id, rest_urls, revision } });
}

/** The headers of an attempt (https://www.standardwebhooks.com), with a signature for each valid secret. */
export function headersOf(webhook: Webhook, messageId: string, body: string, now: Date): Record<string, string> {
  const signatures = validSecrets(webhook, now).map((secret) => new Signer(secret).sign(messageId, now, body));
  return {
    'content-type': 'application/json',
    'user-agent': 'bilingual-event-calendar',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
