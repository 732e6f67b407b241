import { type NextFunction, type Response, type RequestHandler } from 'express';
import { type CalendarRequest } from '../http/request-context.js';
import { normalizeAddress } from '../http/client-address.js';
import { requestLanguage } from '../http/language/request-language.js';
import { RouteNotFound, MalformedRequest } from '../lib/errors/api-error.js';
import { type Log } from './log.js';
import { randomUUID } from 'node:crypto';
import { allowedMethods } from '../http/route-table.js';

/**
 * Normalizes what clients and proxies write in different ways:
 * - the origin of a target in absolute form (RFC 9112, section 3.2.2), which Express does not route, is removed;
 * - the addresses of `X-Forwarded-For` are written alike;
 * - Cache-Control is removed from conditional requests. `fetch` adds `no-cache` to them, for which Express sends the whole
 *   body; but the directive is meant for caches (RFC 9111, section 5.2.1.4), and the server may respond 304;
 * - the query is parsed once. Express parses it at each access of `request.query`.
 */
export function normalizeRequest(request: CalendarRequest, _response: Response, next: NextFunction): void {
  const { headers } = request;
  if (!request.url.startsWith('/')) request.url = request.url.replace(/^https?:\/\/[^/?]*(\/?)/i, '/');
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined)
    headers['x-forwarded-for'] = String(forwarded).split(',').map(normalizeAddress).join(', ');
  if (headers['if-none-match'] !== undefined) delete headers['cache-control'];
  Object.defineProperty(request, 'query', { value: request.query });
  next();
}

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2). The service does not use it, but proxies do. */
export function requireHost(request: CalendarRequest, _response: Response, next: NextFunction): void {
  const { rawHeaders } = request;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts += 1;
  const isWrong = hosts > 1 || (hosts === 0 && request.httpVersion === '1.1');
  next(isWrong ? new MalformedRequest() : undefined);
}

const REQUEST_ID_PATTERN = /^[\w.:+/=-]{1,128}$/;

/** Uses the request id from a proxy, or generates one, and sends it in the response. */
export function setRequestId(request: CalendarRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.id = typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.id);
  next();
}

/** Logs one line for each request, with these properties only: headers have keys, and queries have passwords. */
export function requestLog(log: Log): RequestHandler {
  return (request: CalendarRequest, response: Response, next: NextFunction) => {
    const start = performance.now();
    const { method, originalUrl, ip } = request;
    response.once('close', () => {
      const { statusCode: status, writableFinished } = response;
      const path = originalUrl.split('?', 1)[0]!;
      const level = levelOf(status, path);
      if (!log.isLevelEnabled(level)) return;
      const ms = Math.round(10 * (performance.now() - start)) / 10;
      const { id: requestId, caller, errorCode: code } = request;
      const line = { requestId, method, path, status, ms, ip, account: caller?.id, code };
      log[level](writableFinished ? line : Object.assign(line, { aborted: true }), 'request');
    });
    next();
  };
}

function levelOf(status: number, path: string): 'debug' | 'info' | 'warn' | 'error' {
  // A 503 means overload or an unavailable database, and is not logged as an error of this service.
  if (status >= 500) return status === 503 ? 'warn' : 'error';
  return path.startsWith('/health/') && status < 400 ? 'debug' : 'info';
}

/**
 * Answers OPTIONS with the methods of the path, which Express does not do behind Nest. A preflight (it has
 * Access-Control-Request-Method) to an unknown path succeeds, so that the browser sends the request and sees the 404.
 * `OPTIONS *` concerns the whole server (RFC 9110, section 9.3.7), and gets no Allow header.
 */
export function answerOptions(request: CalendarRequest, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS') return next();
  const allowed = allowedMethods(request);
  const isPreflight = request.get('Access-Control-Request-Method') !== undefined;
  const isAsteriskForm = request.originalUrl === '*';
  if (allowed.length === 0 && !isPreflight && !isAsteriskForm) return next(new RouteNotFound());
  response.setHeader('Content-Language', requestLanguage(request));
  if (allowed.length > 0) response.setHeader('Allow', allowed.join(', '));
  response.status(204).end();
}
