import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Language } from '../lib/i18n/language.js';
import { type Idempotency, idempotencyOf } from './idempotency/idempotency-key.js';
import { assertDeletionLanguage } from './language/deletion-language.js';
import { type LanguageRequest, bodyOf, requestLanguage } from './language/request-language.js';
import { ResponseMeta } from './response/response-meta.js';
import { Caller, type CallerKey } from './role.js';

/** An Express request with the properties that middleware and guards add. */
export interface CalendarRequest extends LanguageRequest {
  /** The caller, set by `AccessGuard`. */
  caller?: Caller;
  /** The key of the caller, set by `AccessGuard`. */
  key?: CallerKey;
  /** The id of the request, in the log and in X-Request-Id. */
  id?: string;
  context?: RequestContext;
  /** The code of the error in the response, for the log. */
  errorCode?: string;
}

/** The context of a request, which services get as an argument. */
export interface RequestContext {
  /** The language of the response. */
  readonly language: Language;
  /** The language root of the path. Addresses in a list keep it, even if the response is in the other language. */
  readonly root: Language;
  readonly caller: Caller;
  /** The key of the request; undefined without one, and for commands. */
  readonly key?: CallerKey | undefined;
  /** The network address of the caller. */
  readonly address: string;
  /** The query parameters before validation, for the addresses of other pages. */
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
  /** The source of the write, which revisions name; undefined for an ordinary request. */
  readonly origin?: 'import';
  /** Whether the response is private, because the request has a key or a password. */
  readonly isPrivate: boolean;
}

/** The context of a request, created once for each request. */
export function contextOf(request: CalendarRequest): RequestContext {
  return (request.context ??= {
    language: requestLanguage(request),
    root: request.root ?? 'en',
    caller: request.caller ?? null,
    key: request.key,
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
  if (request.method === 'DELETE') assertDeletionLanguage(bodyOf(request).translation_language);
  return contextOf(request);
});
