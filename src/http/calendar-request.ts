import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type LanguageRequest, bodyOf, requestLanguage } from './language/request-language.js';
import { type Language, isLanguage, LANGUAGES } from '../lib/i18n/language.js';
import { FieldErrors } from '../lib/errors/field-error.js';
import { isIPv4, isIPv6, SocketAddress } from 'node:net';
import { type NextFunction, type Request, type Response } from 'express';
import { Caller } from './role.js';

/** Milliseconds: less than a second, so that `max-age` becomes 0. */
const SHORT_LIFETIME = 900;

/** The headers, revision and expiry of a response, which a service sets in addition to the body. */
export class ResponseMeta {
  /** Headers of the response by name. */
  readonly headers = new Map<string, string>();

  /** The revision of the record that the response is about; its ETag begins with it. */
  revision?: number;

  /** When the response expires even if nothing is written, in milliseconds since 1970. */
  expiresAt = Infinity;

  /** Limits the time for which the response is cached, in milliseconds since 1970. The earliest limit applies. */
  expireAt(time: number): void {
    this.expiresAt = Math.min(this.expiresAt, time);
  }

  /** Limits caching to less than a second, for responses that depend on the current time. */
  expireSoon(): void {
    this.expireAt(Date.now() + SHORT_LIFETIME);
  }
}

/** An Express request with the properties that middleware and guards add. */
export interface CalendarRequest extends LanguageRequest {
  /** The caller, set by `CallerGuard`. */
  caller?: Caller;
  /** The id of the request, in the log and in X-Request-Id. */
  id?: string;
  context?: RequestContext;
  /** The code of the error in the response, for the log. */
  errorCode?: string;
}

/** A request that may be repeated: its key, and the data that identifies a repetition. */
export interface Idempotency {
  readonly key: string;
  readonly request: string;
}

/** The context of a request, which services get as an argument. */
export interface RequestContext {
  /** The language of the response. */
  readonly language: Language;
  /** The language root of the path. Links of a list keep it, even if the response is in the other language. */
  readonly root: Language;
  readonly caller: Caller;
  /** The network address of the caller. */
  readonly address: string;
  /** The query parameters before validation, for links to other pages. */
  readonly rawQuery: Readonly<Record<string, unknown>>;
  /** The body before validation, which `ignoreUnchangedInput` compares with stored values. */
  readonly rawBody?: object;
  readonly response: ResponseMeta;
  /** The Idempotency-Key of a POST, if any. */
  readonly idempotency: Idempotency | undefined;
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** The `Accept-Encoding` header, on which the ETag depends. */
  readonly acceptEncoding?: string;
  /** Whether the response is private, because the request has a key or a password. */
  readonly isPrivate: boolean;
}

/** The context of a request, created once for each request. */
export function contextOf(request: CalendarRequest): RequestContext {
  return (request.context ??= {
    language: requestLanguage(request),
    root: request.root ?? 'en',
    caller: request.caller ?? null,
    address: request.ip ?? '',
    rawQuery: request.query,
    rawBody: bodyOf(request),
    response: new ResponseMeta(),
    idempotency: idempotencyOf(request),
    ifMatch: request.headers['if-match'],
    acceptEncoding: request.headers['accept-encoding'],
    isPrivate: request.headers.authorization !== undefined || request.query.password !== undefined,
  });
}

/** Passes the context of the request to a handler. */
export const Context = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const request = execution.switchToHttp().getRequest<CalendarRequest>();
  if (request.method === 'DELETE') assertLanguage(bodyOf(request).translation_language);
  return contextOf(request);
});

/** The body of a deletion may have the language. Other fields are ignored. @throws {InvalidParameters} */
function assertLanguage(language: unknown): void {
  const errors = new FieldErrors();
  if (language !== undefined && language !== null && language !== '' && !isLanguage(language))
    errors.add('translation_language', (messages) => messages.oneOf(LANGUAGES));
  errors.throwIfAny();
}

const HEADER = 'Idempotency-Key';

/** Maximum length of a key, in characters. */
const MAX_LENGTH = 255;

/** The `Idempotency-Key` header of a POST, if any. */
function idempotencyOf(request: CalendarRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string') return undefined;
  return { key, request: `${request.method} ${request.originalUrl}\n${JSON.stringify(request.body ?? {})}` };
}

/** @throws {InvalidParameters} if the key is empty or too long */
export function assertValidKey({ key }: Idempotency): void {
  const errors = new FieldErrors();
  if (key === '' || key.length > MAX_LENGTH) errors.add(HEADER, (messages) => messages.idempotencyKey(MAX_LENGTH));
  errors.throwIfAny();
}

/**
 * The key by which limits count a client: its IPv4 address, or the /64 network of its IPv6 address, since such a
 * network belongs to one customer. All texts that are not addresses share one key.
 */
export function clientKeyOf(given: string | undefined): string {
  const address = normalizeAddress(given ?? '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? networkPrefix(address) : 'unknown';
}

/**
 * Normalizes an address as proxies write it: without port and brackets, in lower case, IPv4-mapped IPv6 as IPv4. Other
 * text is returned unchanged.
 */
export function normalizeAddress(text: string): string {
  if (isIPv4(text)) return text;
  const [, inBrackets, withPort] = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text) ?? [];
  const address = (inBrackets ?? withPort ?? text).trim().split('%', 1)[0]!;
  if (!isIPv6(address)) return isIPv4(address) ? address : text;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  return mapped ?? canonical;
}

/** Normalises the addresses of `X-Forwarded-For` before Express compares them as text. */
export function normalizeForwardedFor(request: Request, _response: Response, next: NextFunction): void {
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded !== undefined) {
    request.headers['x-forwarded-for'] = String(forwarded).split(',').map(normalizeAddress).join(', ');
  }
  next();
}

/** Returns the first 64 bits. */
function networkPrefix(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after);
  }
  return groups.slice(0, 4).join(':');
}
