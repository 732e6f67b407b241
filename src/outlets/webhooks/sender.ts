import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { Injectable } from '@nestjs/common';
import { Webhook as Signer } from 'standardwebhooks';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { type Urls, NAMESPACE } from '../../http/urls/urls.js';
import { Site } from '../../http/urls/site.js';
import { ATTEMPT_TIMEOUT } from '../outbox/outbox-store.js';
import { PrivateAddress, ReceiverAddress } from './receiver-address.js';
import { validSecrets } from './secrets.js';
import { type WebhookDelivery, type Webhook } from './webhook.entity.js';

export type Message = Pick<WebhookDelivery, 'messageId' | 'type' | 'kind' | 'recordId' | 'revision' | 'createdAt'>;

/** An id for the header `webhook-id`. */
export const newMessageId = () => `msg_${randomUUID().replaceAll('-', '')}`;

/** Milliseconds in which a receiver must respond. */
export const RESPONSE_TIMEOUT = ATTEMPT_TIMEOUT;

/** The result of an attempt. `error` is one of ERRORS, or the code of a connection error, such as `ECONNREFUSED`. */
export interface Outcome {
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** Milliseconds after which the receiver asks for the next attempt (`Retry-After` of a 429 or 503). */
  readonly retryAfter?: number | undefined;
}

/** Codes of errors other than those of connections. */
export const ERRORS = {
  timeout: 'timeout',
  redirect: 'redirect',
  status: 'status',
  address: 'private_address',
} as const;

/** Sends messages to receivers. */
@Injectable()
export class Sender {
  constructor(
    private readonly site: Site,
    private readonly addresses: ReceiverAddress,
  ) {}

  /** Makes one attempt. Errors of the receiver become its outcome; it throws only if `signal` aborts it. */
  async send(webhook: Webhook, message: Message, signal?: AbortSignal): Promise<Outcome> {
    const { url } = webhook;
    // Checked again, since the setting may have changed since the webhook was stored, and connections to IP addresses
    // need no lookup.
    if (this.addresses.refusal(url)) return failed(ERRORS.address);
    const body = bodyOf(message, this.site.urls);
    const headers = headersOf(webhook, message.messageId, body, new Date());
    const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT);
    try {
      const ended = signal ? AbortSignal.any([timeout, signal]) : timeout;
      return outcomeOf(await post(url, headers, body, this.addresses.lookupFor(url), ended));
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.aborted) return failed(ERRORS.timeout);
      if (error instanceof PrivateAddress) return failed(ERRORS.address);
      const { code, name } = error as NodeJS.ErrnoException;
      return failed(code ?? name);
    }
  }
}

/** The body of a message: the type of change and the record, without its content. */
function bodyOf({ type, kind, recordId: id, revision, createdAt }: Message, urls: Urls): string {
  const url = (root: string) => `${root}/${NAMESPACE}/${kind}/${id}`;
  const rest_urls = Object.fromEntries(LANGUAGES.map((language) => [language, url(urls.root(language))]));
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { kind, id, rest_urls, revision } });
}

/** The headers of an attempt (https://www.standardwebhooks.com), with a signature for each valid secret. */
function headersOf(webhook: Webhook, messageId: string, body: string, now: Date): Record<string, string> {
  const signatures = validSecrets(webhook, now).map((secret) => new Signer(secret).sign(messageId, now, body));
  return {
    'content-type': 'application/json',
    'user-agent': 'bilingual-event-calendar',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

const failed = (error: string): Outcome => ({ responseStatus: null, error });

interface ReceiverResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

function outcomeOf({ status, retryAfter }: ReceiverResponse): Outcome {
  if (status >= 200 && status < 300) return { responseStatus: status, error: null };
  const error = status >= 300 && status < 400 ? ERRORS.redirect : ERRORS.status;
  const isBusy = status === 429 || status === 503;
  return { responseStatus: status, error, ...(isBusy && { retryAfter: delayOf(retryAfter, new Date()) }) };
}

/** Milliseconds of a `Retry-After` (RFC 9110, 10.2.3): seconds or a date. Undefined if it is neither, or past. */
export function delayOf(retryAfter: string | undefined, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined;
  const delay = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return delay > 0 ? delay : undefined;
}

/**
 * Sends a message and returns the status of the response, whose body is not read. Redirects are not followed. The promise
 * settles on a response, an upgrade, an error, the close of the connection, and the abort of the attempt.
 */
function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  lookup: https.RequestOptions['lookup'],
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  // Called through their modules, since tracing replaces the functions there.
  const { request } = new URL(url).protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // Uses a new connection: a persistent one would not look up the host name again.
    const options = { method: 'POST', headers, signal, agent: false, ...(lookup && { lookup }) };
    const sent = request(url, { ...options, headers: { ...headers, 'content-length': Buffer.byteLength(body) } });
    const answer = ({ statusCode, headers: received }: http.IncomingMessage) =>
      resolve({ status: statusCode!, retryAfter: received['retry-after'] });
    sent.on('response', (response) => {
      answer(response);
      response.destroy();
    });
    // A receiver that answers 101 keeps the connection for another protocol.
    sent.on('upgrade', (response, socket) => {
      answer(response);
      socket.destroy();
    });
    sent.on('close', () => reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' })));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    sent.on('error', reject).end(body);
  });
}
