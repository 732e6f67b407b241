import {
  type ApiError,
  BodyTooLarge,
  Busy,
  ChangesTokenExpired,
  ExtensionNotInstalled,
  Forbidden,
  ImageInUse,
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
  RequestTimeout,
  StoreUnavailable,
  UnsupportedImage,
  RecordGone,
  RecordInTrash,
  RecordMoved,
  RecordNotFound,
  RouteNotFound,
  ChildrenAlike,
  TermExists,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
  WriteConflict,
} from '../../lib/errors/api-error.js';
import { FieldError, InvalidParameters } from '../../lib/errors/field-error.js';
import { type Wording } from '../../lib/i18n/messages.js';
import { LANGUAGES } from '../../lib/i18n/language.js';
import { WRITABLE_STATUSES } from '../../calendar/records/visibility/access.js';
import { NAMESPACE } from '../../http/urls/urls.js';
import { IMAGE } from '../../calendar/images/image.names.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { REVISION } from '../../calendar/records/revisions/revision.names.js';
import { WEBHOOK } from '../webhooks/webhook.names.js';
import { ACCOUNT } from '../../http/auth/account-store.js';
import { COUNT_DIMENSIONS } from '../../calendar/events/query/counts.js';
import { accountBadRequests, accountErrors } from './account-operations.js';
import { type Route, WITH_SECRETS } from './route.js';
import { submissionBadRequests, submissionErrors } from './submission-operations.js';

/** The errors that an operation may return, created like the service does, as examples. */
export function errorsOf(route: Route, required: readonly string[], maxPerPage: number): ApiError[] {
  return [
    ...badRequests(route, required, maxPerPage),
    ...refusals(route),
    ...notFound(route),
    ...conflicts(route),
    ...(route.hasBody ? [new BodyTooLarge(1), new UnsupportedMediaType()] : []),
    ...ofImages(route),
    ...accountErrors(route),
    ...submissionErrors(route),
    new RateLimited(30),
    new InternalError('5f0c2f0e-6d0b-4b7e-9a55-0e6f3c1f8f43'),
    new Unavailable(),
    new Busy(1),
  ].sort((one, other) => one.status - other.status);
}

function badRequests(
  { handler, resource, ...route }: Route,
  required: readonly string[],
  maxPerPage: number,
): ApiError[] {
  const noExtension = new ExtensionNotInstalled(['geoloc']);
  const ofOutlets = accountBadRequests(handler, required, maxPerPage) ?? submissionBadRequests(handler, required);
  if (ofOutlets) return ofOutlets;
  if (handler === 'uploadImage') return [invalid('file', (m) => m.uploadedFile)];
  if (handler === 'updateImage')
    return [invalid('focus', (m) => m.focus), missing('focus.x', 'focus.y'), new InvalidJson()];
  if (handler === 'listImages') return [invalid('per_page', (m) => m.perPage(maxPerPage))];
  if (handler === 'merge') return [invalid('into', (m) => m.mergedWithItself), missing('into'), new InvalidJson()];
  if (handler === 'previewOccurrences')
    return [invalid('recurrence', (m) => m.untilBeforeStart), missing(...required), new InvalidJson()];
  if (handler === 'restoreRevision' || handler === 'testWebhook')
    return [invalid('title', (m) => m.unknownField), new InvalidJson()];
  if (route.hasBody && resource) {
    const wrong = route.isPublished
      ? invalid('status', (m) => m.oneOf(WRITABLE_STATUSES))
      : invalid('name', (m) => m.blank);
    // The first text in a language requires the name.
    return [wrong, missing(...(required.length > 0 ? required : [resource.nameField])), new InvalidJson()];
  }
  if (route.hasBody) {
    const absent = required.length > 0 ? [missing(...required)] : [];
    return [invalid('url', (m) => m.webhookHttps), ...absent, new InvalidJson()];
  }
  if (handler === 'count') return [invalid('by', (m) => m.oneOf(COUNT_DIMENSIONS)), missing('by'), noExtension];
  if (handler === 'listChanges') return [invalid('since', (m) => m.changeToken)];
  if (handler === 'listRevisions') return [invalid('per_page', (m) => m.perPage(maxPerPage))];
  if (handler !== 'list') return [invalid('translation_language', (m) => m.oneOf(LANGUAGES))];
  return [invalid('per_page', (m) => m.perPage(maxPerPage)), ...(resource?.names === EVENT ? [noExtension] : [])];
}

function ofImages({ handler }: Route): ApiError[] {
  if (handler === 'uploadImage')
    return [new BodyTooLarge(10), new UnsupportedImage(), new RequestTimeout(), new StoreUnavailable()];
  if (handler === 'getImage') return [new RecordNotFound(IMAGE, { id: 999 })];
  if (handler === 'updateImage') return [new RecordNotFound(IMAGE, { id: 999 }), new PreconditionFailed('"12-3"')];
  if (handler === 'listImages') return [new PageNotFound(IMAGE)];
  return handler === 'deleteImage'
    ? [new RecordNotFound(IMAGE, { id: 999 }), new ImageInUse([{ kind: 'events', id: 12 }])]
    : [];
}

function missing(...names: readonly string[]): ApiError {
  return new InvalidParameters(new Map(names.map((name) => [name, FieldError.missing])));
}

function invalid(name: string, wording: Wording): ApiError {
  return new InvalidParameters(new Map([[name, new FieldError(wording)]]));
}

function refusals({ requiredRole, resource, handler, isCollection, isPublished }: Route): ApiError[] {
  const errors: ApiError[] = [new Unauthorized(requiredRole === 'public' ? 'badKey' : 'keyNeeded')];
  if (requiredRole === 'reader' && handler !== 'me') errors.push(new Forbidden((messages) => messages.keyIsLimited));
  if (requiredRole !== 'public' && requiredRole !== 'reader') errors.push(new Forbidden());
  if (isCollection && isPublished) errors.push(new Forbidden((messages) => messages.statusForbidden('draft')));
  if (handler === 'list' && !isPublished) errors.push(new Forbidden());
  if ((handler === 'get' || handler === 'duplicate') && resource?.names === EVENT) errors.push(new PasswordRequired());
  return errors;
}

function notFound({ resource, handler, isBySlug, isCollection, tag, path }: Route): ApiError[] {
  if (tag === WEBHOOK.plural) return path.includes('{id}') ? [new RecordNotFound(WEBHOOK, { id: 999 })] : [];
  if (handler === 'listChanges') return [new ChangesTokenExpired()];
  if (handler === 'getSitemapPart') return [new RouteNotFound()];
  if (handler === 'getIndex') return [new InvalidNamespace(NAMESPACE)];
  if (resource && handler === 'list') return [new PageNotFound(resource.names)];
  if (!resource || ['create', 'previewOccurrences'].includes(handler) || isCollection) return [];
  if (handler === 'listRevisions') return [new RecordNotFound(resource.names, { id: 999 }), new PageNotFound(REVISION)];
  if (handler.endsWith('Revision'))
    return [new RecordNotFound(resource.names, { id: 999 }), new RecordNotFound(REVISION, { id: 999 })];
  return [new RecordNotFound(resource.names, isBySlug ? { slug: 'unknown' } : { id: 999 })];
}

function conflicts({ resource, handler, method, ...route }: Route): ApiError[] {
  const ofPost =
    method === 'post' && !WITH_SECRETS.includes(handler) ? [new IdempotencyConflict(), new IdempotencyMismatch()] : [];
  if ((route.tag === WEBHOOK.plural || route.tag === ACCOUNT.plural) && !route.isRead)
    return [new WriteConflict(), ...ofPost];
  if (!resource || route.isCollection || handler === 'previewOccurrences') return [];
  const { names } = resource;
  const errors: ApiError[] = [];
  if (route.isPublished && handler !== 'create') {
    if (!route.isRead && handler !== 'restoreRevision' && handler !== 'duplicate')
      errors.push(new RecordInTrash(names));
    errors.push(new RecordGone(names));
  }
  if (route.isBySlug && route.isRead) {
    const newUrl = `http://localhost:3000/en/${NAMESPACE}/${names.plural}/by-slug/new-slug`;
    errors.push(new RecordMoved(names, 'new-slug', newUrl));
  }
  if (!route.isPublished && route.hasBody && handler !== 'merge') errors.push(new TermExists(names, 7));
  // Only categories have children.
  if (handler === 'merge' && 'childIds' in resource) errors.push(new ChildrenAlike(names, 8, 7));
  if (handler === 'update') errors.push(new LastTranslation());
  if (!route.isRead) errors.push(new WriteConflict());
  if (['update', 'remove', 'restoreRevision', 'merge'].includes(handler)) errors.push(new PreconditionFailed('"12-3"'));
  return [...errors, ...ofPost];
}
