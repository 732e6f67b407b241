import { type ResourceNames } from '../i18n/resource-names.js';
import { type Messages, type Wording } from '../i18n/messages.js';

/** An error in a response: a stable code, a status, and a message in the caller's language. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly wording: Wording,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
    this.name = new.target.name;
  }

  /** Members of `data` in addition to `status`. */
  data(_messages: Messages): Record<string, unknown> {
    return {};
  }

  /** The body of every error. */
  body(messages: Messages): object {
    return {
      code: this.code,
      message: this.wording(messages),
      data: { status: this.status, ...this.data(messages) },
    };
  }
}

/** The request is not valid HTTP, or lacks the Host header that HTTP/1.1 requires. */
export class MalformedRequest extends ApiError {
  constructor(wording: Wording = (messages) => messages.malformedRequest) {
    super(400, 'rest_malformed_request', wording);
  }
}

/** The request took too long to arrive. */
export class RequestTimeout extends ApiError {
  constructor() {
    super(408, 'rest_request_timeout', (messages) => messages.requestTimeout, { Connection: 'close' });
  }
}

/** The URL and headers are too long. */
export class HeadersTooLarge extends ApiError {
  constructor() {
    super(431, 'rest_headers_too_large', (messages) => messages.headersTooLarge);
  }
}

export class InvalidJson extends ApiError {
  constructor(wording: Wording = (messages) => messages.invalidJson) {
    super(400, 'rest_invalid_json', wording);
  }
}

export class BodyTooLarge extends ApiError {
  constructor(mebibytes: number) {
    super(413, 'rest_body_too_large', (messages) => messages.bodyTooLarge(mebibytes));
  }
}

/** Cleaning the texts of the body would take too long. */
export class TooMuchMarkup extends ApiError {
  constructor(marks: number, characters: number) {
    super(413, 'rest_body_too_large', (messages) => messages.tooMuchMarkup(marks, characters));
  }
}

/** The token of the list of changes is too old, or belongs to another list. */
export class ChangesTokenExpired extends ApiError {
  constructor() {
    super(410, 'changes-token-expired', (messages) => messages.changesTokenExpired);
  }
}

export class UnsupportedMediaType extends ApiError {
  constructor(wording: Wording = (messages) => messages.unsupportedMediaType) {
    super(415, 'rest_unsupported_media_type', wording);
  }
}

/** The bytes are no picture of an accepted format. */
export class UnsupportedImage extends ApiError {
  constructor() {
    super(415, 'rest_unsupported_media_type', (messages) => messages.unsupportedImage);
  }
}

/** The image cannot be deleted, since records show it. */
export class ImageInUse extends ApiError {
  /** @param records that the caller may read */
  constructor(private readonly records: readonly { readonly kind: string; readonly id: number }[]) {
    super(409, 'image-in-use', (messages) => messages.imageInUse);
  }

  override data(): Record<string, unknown> {
    return { records: this.records };
  }
}

/** Uploaded images cannot be stored at the moment. */
export class StoreUnavailable extends ApiError {
  constructor() {
    super(503, 'rest_unavailable', (messages) => messages.imageStoreUnavailable, { 'Retry-After': '30' });
  }
}

export class RouteNotFound extends ApiError {
  constructor() {
    super(404, 'rest_no_route', (messages) => messages.noRoute);
  }
}

export class MethodNotAllowed extends ApiError {
  constructor(method: string, allowed: string) {
    super(405, 'rest_method_not_allowed', (messages) => messages.methodNotAllowed(method, allowed), { Allow: allowed });
  }
}

export class InvalidNamespace extends ApiError {
  constructor(namespace: string) {
    super(404, 'rest_invalid_namespace', (messages) => messages.invalidNamespace(namespace));
  }
}

/** Why a key is refused: the name of the message, and the reason for programs. */
const UNAUTHORIZED = {
  keyNeeded: 'key-needed',
  badKey: 'key-unknown',
  keyExpired: 'key-expired',
  keyElsewhere: 'key-elsewhere',
  accountDisabled: 'account-disabled',
  signInExpired: 'sign-in-expired',
  signInEnded: 'sign-in-ended',
} as const;

export const UNAUTHORIZED_REASONS: readonly string[] = Object.values(UNAUTHORIZED);

/** The credential is missing or invalid (RFC 6750). There is no Basic challenge, since browsers would open a dialog. */
export class Unauthorized extends ApiError {
  constructor(private readonly refusal: keyof typeof UNAUTHORIZED) {
    super(401, 'rest_forbidden', (messages) => messages[refusal], { 'WWW-Authenticate': 'Bearer' });
  }

  override data(): Record<string, unknown> {
    return { reason: UNAUTHORIZED[this.refusal] };
  }
}

export class Forbidden extends ApiError {
  constructor(wording: Wording = (messages) => messages.forbidden) {
    super(403, 'rest_forbidden', wording);
  }
}

/** The id or slug by which a path names a record. */
export type RecordRef = { readonly id: number } | { readonly slug: string };

export class RecordNotFound extends ApiError {
  constructor(resource: ResourceNames, ref: RecordRef) {
    super(404, `rest-${resource.singular}-not-found`, (messages) => messages.notFound(resource, nameOf(ref, messages)));
  }
}

/** Omits ids beyond the safe integers, because one number would stand for several ids. */
function nameOf(ref: RecordRef, messages: Messages): string {
  if ('slug' in ref) return messages.bySlug(ref.slug);
  return ref.id < Number.MAX_SAFE_INTEGER ? messages.byId(ref.id) : messages.byHugeId;
}

/** The path has a former slug of the record. */
export class RecordMoved extends ApiError {
  /** @param slug the current slug @param location the address of the record by it */
  constructor(
    readonly resource: ResourceNames,
    readonly slug: string,
    readonly location: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(301, 'rest_moved_permanently', (messages) => messages.moved(resource, slug), {
      Location: location,
      ...headers,
    });
  }
}

export class PageNotFound extends ApiError {
  constructor(resource: ResourceNames) {
    super(404, `${resource.singular}-archive-page-not-found`, (messages) => messages.pageNotFound(resource));
  }
}

/** The record is in the trash already, or must be restored before it can be changed. */
export class RecordInTrash extends ApiError {
  constructor(resource: ResourceNames) {
    super(410, `${resource.singular}-is-in-trash`, (messages) => messages.isInTrash(resource));
  }
}

/** The record was public and is in the trash now. */
export class RecordGone extends ApiError {
  constructor(resource: ResourceNames) {
    super(410, `${resource.singular}-no-longer-available`, (messages) => messages.noLongerAvailable(resource));
  }
}

export class PasswordRequired extends ApiError {
  constructor() {
    super(403, 'event-password-protected', (messages) => messages.passwordProtected);
  }
}

export class LastTranslation extends ApiError {
  constructor() {
    super(409, 'rest_last_translation', (messages) => messages.lastTranslation);
  }
}

export class TermExists extends ApiError {
  constructor(
    resource: ResourceNames,
    private readonly termId: number,
  ) {
    super(409, 'term_exists', (messages) => messages.termExists(resource, termId));
  }

  override data(): Record<string, unknown> {
    return { term_id: this.termId };
  }
}

/** A merge would put two children of one name below one term. */
export class ChildrenAlike extends ApiError {
  /**
   * @param child the child that would move
   * @param other the child of its name that is there
   */
  constructor(
    resource: ResourceNames,
    private readonly child: number,
    private readonly other: number,
  ) {
    super(409, 'term_exists', (messages) => messages.childrenAlike(resource, child, other));
  }

  override data(): Record<string, unknown> {
    return { term_id: this.other, term_ids: [this.child, this.other] };
  }
}

export class ExtensionNotInstalled extends ApiError {
  constructor(parameters: readonly string[]) {
    super(400, 'rest_extension_not_installed', (messages) => messages.extensionNotInstalled(parameters.join(', ')));
  }
}

/** The record has changed since the ETag in `If-Match` (RFC 9110, section 13.1.1). */
export class PreconditionFailed extends ApiError {
  /** @param isWeak whether the request has the ETag of this state, but a proxy has weakened it */
  constructor(etag: string, isWeak = false) {
    const name = isWeak ? 'weakPrecondition' : 'preconditionFailed';
    super(412, 'rest_precondition_failed', (messages) => messages[name], { ETag: etag });
  }
}

/** The first request with this Idempotency-Key is still running. */
export class IdempotencyConflict extends ApiError {
  constructor() {
    super(409, 'rest_idempotency_conflict', (messages) => messages.idempotencyConflict, { 'Retry-After': '1' });
  }
}

/** The Idempotency-Key was used for another request. */
export class IdempotencyMismatch extends ApiError {
  constructor() {
    super(422, 'rest_idempotency_mismatch', (messages) => messages.idempotencyMismatch);
  }
}

/** Too many requests; `Retry-After` holds the seconds to wait (RFC 6585). */
export class RateLimited extends ApiError {
  constructor(retryAfterSeconds: number, wording: Wording = (messages) => messages.rateLimited) {
    super(429, 'rest_rate_limited', wording, { 'Retry-After': String(retryAfterSeconds) });
  }
}

/** The database is down or too slow; the client should retry (RFC 9110, section 10.2.3). */
export class Unavailable extends ApiError {
  constructor(retryAfterSeconds = 2, wording: Wording = (messages) => messages.unavailable) {
    super(503, 'rest_unavailable', wording, { 'Retry-After': String(retryAfterSeconds) });
  }
}

/** The service is overloaded. */
export class Busy extends ApiError {
  constructor(retryAfterSeconds: number, wording: Wording = (messages) => messages.busy) {
    super(503, 'rest_busy', wording, { 'Retry-After': String(retryAfterSeconds) });
  }
}

/** A write conflicted with others until its deadline. */
export class WriteConflict extends ApiError {
  constructor() {
    super(409, 'rest_conflict', (messages) => messages.writeConflict, { 'Retry-After': '1' });
  }
}

/** Too many requests wait for the database. Thrown before any work is done. */
export class Overloaded extends Unavailable {
  constructor(retryAfterSeconds: number) {
    super(retryAfterSeconds, (messages) => messages.overloaded);
  }
}

export class InternalError extends ApiError {
  constructor(private readonly requestId: string) {
    super(500, 'internal_server_error', (messages) => messages.internal(requestId));
  }

  override data(): Record<string, unknown> {
    return { request_id: this.requestId };
  }
}
