import { type NextFunction, type RequestHandler, type Response, json, urlencoded } from 'express';
import { BodyTooLarge, InvalidJson, UnsupportedMediaType } from '../errors/api-error.js';
import { type CalendarRequest } from './calendar-request.js';
import { mergeLists } from './lists.js';

/** The largest body, in bytes: 1 MiB. */
const BODY_LIMIT = 1024 * 1024;

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Reads JSON objects and forms; anything else in a body is refused before the request goes any further. */
export function bodies(): RequestHandler[] {
  return [
    ignoreBodyOfReads,
    json({ limit: BODY_LIMIT, strict: true, type: 'application/json' }),
    urlencoded({ limit: BODY_LIMIT, extended: false, type: 'application/x-www-form-urlencoded' }),
    onlyObjects,
  ];
}

/** What went wrong while a body was read, in the service's own terms; undefined where it was something else. */
export function bodyError(error: unknown): Error | undefined {
  switch ((error as { type?: unknown } | undefined)?.type) {
    case 'entity.parse.failed':
    case 'request.aborted':
    case 'request.size.invalid':
      return new InvalidJson();
    case 'entity.too.large':
    case 'parameters.too.many':
      return new BodyTooLarge(BODY_LIMIT);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new UnsupportedMediaType();
    default:
      return isBadEncoding(error) ? new InvalidJson() : undefined;
  }
}

/** Compressed bytes that are broken: the only failure that body-parser gives no type. */
function isBadEncoding(error: unknown): boolean {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return status === 400 && expose === true && !(error instanceof URIError);
}

function ignoreBodyOfReads(request: CalendarRequest, _response: Response, next: NextFunction): void {
  if (!METHODS_WITH_BODY.has(request.method)) request.headers['content-type'] = undefined;
  next();
}

function onlyObjects(request: CalendarRequest, _response: Response, next: NextFunction): void {
  const body: unknown = request.body;
  if (body === undefined) return next(hasUnreadBody(request) ? new UnsupportedMediaType() : undefined);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return next(new InvalidJson());
  if (request.is('application/x-www-form-urlencoded')) request.body = mergeLists(body);
  next();
}

function hasUnreadBody(request: CalendarRequest): boolean {
  if (!METHODS_WITH_BODY.has(request.method)) return false;
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type } = request.headers;
  const empty = (length === undefined || Number(length) === 0) && encoding === undefined;
  return !empty && !isJson(type);
}

/** An empty chunked body may well call itself JSON. */
function isJson(type: string | undefined): boolean {
  return type !== undefined && /^application\/(json|x-www-form-urlencoded)\b/i.test(type);
}
