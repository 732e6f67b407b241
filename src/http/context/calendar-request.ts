import { type ResponseMeta } from './response-meta.js';
import { type Caller } from './role.js';
import { type LanguageRequest } from '../../language/request-language.js';
import { type Language } from '../../i18n/language.js';

/** A request on its way through the service, with what is known of it so far. */
export interface CalendarRequest extends LanguageRequest {
  /** Who sent it, once the guard has looked. */
  caller?: Caller;
  /** The id of the request in logs and in answers that failed. */
  id?: string;
  context?: RequestContext;
  /** The code of the error that the request was answered with, for the log. */
  errorCode?: string;
}

/** A request that may be repeated: its key, and what makes it the same request again. */
export interface Idempotency {
  readonly key: string;
  readonly request: string;
}

/** What a service needs to know of a request. */
export interface RequestContext {
  /** The language of the answer. */
  readonly language: Language;
  /** The language of the root: list links stay below it. */
  readonly root: Language;
  readonly caller: Caller;
  /** The network address of the caller. */
  readonly address: string;
  /** Parameters as they were given, for links that keep them. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The body as it was sent, before it was read. */
  readonly sent?: object;
  /** What the service says about its response. */
  readonly response: ResponseMeta;
  /** What makes a POST safe to repeat. */
  readonly idempotency: Idempotency | undefined;
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** The `Accept-Encoding` header, by which the ETag of an answer goes as well. */
  readonly acceptEncoding?: string;
  /** Whether nobody else may be given the answer: somebody has shown who he is, or what he knows. */
  isPrivate: boolean;
}
