import { isIP } from 'node:net';
import { getSystemErrorName } from 'node:util';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { createTransport } from 'nodemailer';
import { Settings } from '../../lib/config/settings.js';
import { SECOND } from '../../lib/datetime/durations.js';
import { ATTEMPT_TIMEOUT } from '../outbox/outbox-store.js';
import { type Message } from './message.js';

/** The result of an attempt. `error` is null if the server took the message over. */
export interface SmtpOutcome {
  /** A code such as `ECONNREFUSED` or `EAUTH`, and the status of the server: neither addresses nor texts. */
  readonly error: string | null;
  /** Whether the server has refused this message for good, so that it is not repeated. */
  readonly isRefused: boolean;
}

/** Milliseconds that a server may stay silent. */
const SILENCE = 10 * SECOND;

/** Hands messages over to the server of `SMTP_URL`. */
@Injectable()
export class Smtp {
  constructor(private readonly settings: Settings) {}

  /** Makes one attempt. Errors of the server become its outcome; it throws only if `signal` aborts it. */
  async send({ to, subject, text, html, language }: Message, signal?: AbortSignal): Promise<SmtpOutcome> {
    const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT);
    const transport = createTransport(smtpOptions(this.settings.smtpUrl));
    try {
      await transport.sendMail({
        from: this.settings.mailFrom,
        // As an object, so that an address is never read as a list.
        to: { name: '', address: to },
        ...{ subject, text, html },
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      return { error: null, isRefused: false };
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.aborted) return { error: 'ETIMEDOUT', isRefused: false };
      return outcomeOf(error as SmtpError);
    } finally {
      transport.close();
    }
  }
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly errno?: number;
}

/** A status of 500 and more about an address or a message is final (RFC 5321, 4.2.1); one about the sign-in is not. */
function outcomeOf({ code: given = 'error', responseCode, errno }: SmtpError): SmtpOutcome {
  // The library says ESOCKET for everything that happens to a connection.
  const code = given === 'ESOCKET' && errno !== undefined ? getSystemErrorName(errno) : given;
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return {
    error: responseCode === undefined ? code : `${code} ${responseCode}`,
    isRefused: isAboutMessage && (responseCode === undefined || responseCode >= 500),
  };
}

/** The options of nodemailer. With a user, TLS is required unless the server is on this machine. */
export function smtpOptions(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const isLocal = isLoopback(host);
  return {
    ...{ host, secure, port: port === '' ? (secure ? 465 : 587) : Number(port) },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: username !== '' && !isLocal && !secure,
    // Servers on this machine seldom have a certificate that somebody has signed.
    ignoreTLS: isLocal && !secure,
    ...{ connectionTimeout: SILENCE, greetingTimeout: SILENCE, socketTimeout: SILENCE, dnsTimeout: SILENCE },
  };
}

function isLoopback(host: string): boolean {
  return isIP(host) > 0 ? ipaddr.process(host).range() === 'loopback' : /^localhost\.?$/i.test(host);
}
