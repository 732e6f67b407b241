import {
  type ApiError,
  BodyTooLarge,
  ExtensionNotInstalled,
  Forbidden,
  IdempotencyConflict,
  IdempotencyMismatch,
  InternalError,
  InvalidJson,
  InvalidNamespace,
  LastTranslation,
  PageNotFound,
  PasswordRequired,
  PreconditionFailed,
  RateLimited,
  RecordGone,
  RecordInTrash,
  RecordNotFound,
  TermExists,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
} from '../common/errors/api-error.js';
import { Fault, InvalidParameters } from '../common/errors/fault.js';
import { type Messages, type Wording } from '../common/errors/messages.js';
import { LANGUAGES } from '../common/language/language.js';
import { WRITABLE_STATUSES } from '../common/records/status.js';
import { NAMESPACE } from '../common/site/links.js';
import { EVENT } from '../events/event.kind.js';
import { hasBody, isBySlug, isPublished, isRead, type Route } from './routes.js';

const MEBIBYTE = 1024 * 1024;

/** What an operation may fail with: the errors themselves, so that the examples say what the service says. */
export function errorsOf(route: Route, required: readonly string[], maxPerPage: number): ApiError[] {
  return [
    ...badRequests(route, required, maxPerPage),
    ...refusals(route),
    ...missing(route),
    ...conflicts(route),
    ...(hasBody(route) ? [new BodyTooLarge(MEBIBYTE), new UnsupportedMediaType()] : []),
    new RateLimited(30),
    new InternalError('5f0c2f0e-6d0b-4b7e-9a55-0e6f3c1f8f43'),
    new Unavailable(),
  ];
}

function badRequests(route: Route, required: readonly string[], maxPerPage: number): ApiError[] {
  if (hasBody(route)) {
    const wrong = isPublished(route) ? invalid('status', (m) => m.oneOf(WRITABLE_STATUSES)) : invalid('name', blank);
    const absent = new InvalidParameters(new Map(required.map((name) => [name, Fault.missing])));
    return [wrong, ...(required.length > 0 ? [absent] : []), new InvalidJson()];
  }
  if (route.verb === 'list') {
    const wrong = invalid('per_page', (m) => m.perPage(maxPerPage));
    return route.kind === EVENT ? [wrong, new ExtensionNotInstalled(['geoloc'])] : [wrong];
  }
  return [invalid('translation_language', (m) => m.oneOf(LANGUAGES))];
}

const blank = (messages: Messages) => messages.blank;

function invalid(name: string, wording: Wording): ApiError {
  return new InvalidParameters(new Map([[name, new Fault(wording)]]));
}

function refusals({ needs, kind, verb, ...route }: Route): ApiError[] {
  const all = { needs, kind, verb, ...route };
  const refused: ApiError[] = [new Unauthorized(needs === 'nobody' ? 'badKey' : 'keyNeeded')];
  if (needs !== 'nobody' && needs !== 'reader') refused.push(new Forbidden());
  if (verb === 'list' && isPublished(all)) refused.push(new Forbidden((messages) => messages.statusForbidden('draft')));
  if (verb === 'get' && kind === EVENT) refused.push(new PasswordRequired());
  return refused;
}

function missing(route: Route): ApiError[] {
  const { kind, verb } = route;
  if (verb === 'getIndex') return [new InvalidNamespace(NAMESPACE)];
  if (!kind || verb === 'create') return [];
  if (verb === 'list') return [new PageNotFound(kind)];
  return [new RecordNotFound(kind, isBySlug(route) ? { slug: 'unknown' } : { id: 999 })];
}

function conflicts(route: Route): ApiError[] {
  const { kind, verb, method } = route;
  if (!kind || verb === 'list') return [];
  const found: ApiError[] = [];
  if (isPublished(route) && verb !== 'create')
    found.push(isRead(route) ? new RecordGone(kind) : new RecordInTrash(kind));
  if (!isPublished(route) && hasBody(route)) found.push(new TermExists(kind, 7));
  if (verb === 'update') found.push(new LastTranslation());
  if (verb === 'update' || verb === 'remove') found.push(new PreconditionFailed('"12-3"'));
  if (method === 'post') found.push(new IdempotencyConflict(), new IdempotencyMismatch());
  return found;
}
