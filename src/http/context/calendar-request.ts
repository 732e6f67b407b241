import { type ResponseMeta } from './response-meta.js';
import { type Caller } from './role.js';
import { type LanguageRequest } from '../../language/request-language.js';
import { type Language } from '../../i18n/language.js';

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
  isPrivate: boolean;
}
