import {
  type ApiError,
  BodyTooLarge,
  Busy,
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
  RecordMoved,
  RecordNotFound,
  RouteNotFound,
  TermExists,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
  WriteConflict,
} from '../errors/api-error.js';
import { Fault, InvalidParameters } from '../errors/fault.js';
import { type Messages, type Wording } from '../i18n/messages.js';
import { type Kind } from '../i18n/resource-names.js';
import { LANGUAGES } from '../i18n/language.js';
import { WRITABLE_STATUSES } from '../content/status.js';
import { NAMESPACE } from '../site/links.js';
import { EVENT } from '../events/event.names.js';
import { COUNTED_BY } from '../events/query/counts.js';
import { hasBody, isBySlug, isOfMany, isPublished, isRead, type Route } from './routes.js';

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
    new Busy(1),
  ];
}

function badRequests(route: Route, required: readonly string[], maxPerPage: number): ApiError[] {
  if (hasBody(route)) {
    const wrong = isPublished(route) ? invalid('status', (m) => m.oneOf(WRITABLE_STATUSES)) : invalid('name', blank);
    // Of updates, the first text of a language needs its name.
    const { kind } = route;
    const lacking = required.length > 0 ? required : kind ? [kind.nameField] : [];
    return [wrong, ...(lacking.length > 0 ? [absent(...lacking)] : []), new InvalidJson()];
  }
  if (route.verb === 'count')
    return [invalid('by', (m) => m.oneOf(COUNTED_BY)), absent('by'), new ExtensionNotInstalled(['geoloc'])];
  if (route.verb === 'list') {
    const wrong = invalid('per_page', (m) => m.perPage(maxPerPage));
    return route.kind?.names === EVENT ? [wrong, new ExtensionNotInstalled(['geoloc'])] : [wrong];
  }
  return [invalid('translation_language', (m) => m.oneOf(LANGUAGES))];
}

function absent(...names: readonly string[]): ApiError {
  return new InvalidParameters(new Map(names.map((name) => [name, Fault.missing])));
}

const blank = (messages: Messages) => messages.blank;

function invalid(name: string, wording: Wording): ApiError {
  return new InvalidParameters(new Map([[name, new Fault(wording)]]));
}

function refusals({ needs, kind, verb, ...route }: Route): ApiError[] {
  const all = { needs, kind, verb, ...route };
  const refused: ApiError[] = [new Unauthorized(needs === 'nobody' ? 'badKey' : 'keyNeeded')];
  if (needs !== 'nobody' && needs !== 'reader') refused.push(new Forbidden());
  if (isOfMany(all) && isPublished(all)) refused.push(new Forbidden((messages) => messages.statusForbidden('draft')));
  if (verb === 'get' && kind?.names === EVENT) refused.push(new PasswordRequired());
  return refused;
}

function missing(route: Route): ApiError[] {
  const { kind, verb } = route;
  if (verb === 'getSitemapPart') return [new RouteNotFound()];
  if (verb === 'getIndex') return [new InvalidNamespace(NAMESPACE)];
  if (!kind || verb === 'create') return [];
  if (verb === 'list') return [new PageNotFound(kind.names)];
  if (isOfMany(route)) return [];
  return [new RecordNotFound(kind.names, isBySlug(route) ? { slug: 'unknown' } : { id: 999 })];
}

function moved(kind: Kind): ApiError {
  return new RecordMoved(kind, 'new-slug', `http://localhost:3000/en/${NAMESPACE}/${kind.many}/by-slug/new-slug`);
}

function conflicts(route: Route): ApiError[] {
  const { kind, verb, method } = route;
  if (!kind || isOfMany(route)) return [];
  const found: ApiError[] = [];
  if (isPublished(route) && verb !== 'create') {
    if (!isRead(route)) found.push(new RecordInTrash(kind.names));
    found.push(new RecordGone(kind.names));
  }
  if (isBySlug(route) && isRead(route)) found.push(moved(kind.names));
  if (!isPublished(route) && hasBody(route)) found.push(new TermExists(kind.names, 7));
  if (verb === 'update') found.push(new LastTranslation());
  if (!isRead(route)) found.push(new WriteConflict());
  if (verb === 'update' || verb === 'remove') found.push(new PreconditionFailed('"12-3"'));
  if (method === 'post') found.push(new IdempotencyConflict(), new IdempotencyMismatch());
  return found;
}
