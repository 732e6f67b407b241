import { type Request } from 'express';
import { type Idempotency } from '../idempotency/idempotency-key.js';
import { type Caller } from '../auth/role.js';
import { type Language } from '../language/language.js';
import { type Allowance } from '../limits/rate-limits.js';

/** A request on its way through the service, with what is known of it so far. */
export interface CalendarRequest extends Request {
  /** The language of the root it came in by; absent outside the roots. */
  root?: Language;
  /** Who sent it, once the guard has looked. */
  caller?: Caller;
  /** The id of the request in logs and in answers that failed. */
  id?: string;
  context?: RequestContext;
  /** Whether its line in the log is seen to. */
  isLogged?: boolean;
  /** What went wrong before it came to be routed, and what its limit leaves: it is told so where others are. */
  failed?: { readonly error: unknown; readonly allowance?: Allowance };
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
  /** Headers that the answer will carry, by name. */
  readonly headers: Map<string, string>;
  /** What makes a POST safe to repeat. */
  readonly idempotency: Idempotency | undefined;
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** Whether nobody else may be given the answer: somebody has shown who he is, or what he knows. */
  isPrivate: boolean;
  /** When the answer ends being true although nothing is written: it depends on the time. Milliseconds since 1970. */
  holdsUntil: number;
  /** The revision of the record that is answered. */
  revision?: number;
  /** Reads what this request asks for once more, in a context of its own. */
  again?: (context: RequestContext) => Promise<object>;
}
