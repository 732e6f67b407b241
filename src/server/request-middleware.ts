import { type NextFunction, type Response, type RequestHandler } from 'express';
import { type CalendarRequest } from '../http/request-context.js';
import { requestLanguage } from '../http/language/request-language.js';
import { RouteNotFound, MalformedRequest } from '../lib/errors/api-error.js';
import { type Log } from './log.js';
import { randomUUID } from 'node:crypto';
import { allowedMethods } from '../http/route-table.js';

/** Removes the origin from a target in absolute form (RFC 9112, section 3.2.2), which Express does not route. */
export function toOriginForm(request: CalendarRequest, _response: Response, next: NextFunction): void {
  request.url = request.url.replace(/^https?:\/\/[^/?]*(\/?)/i, '/');
  next();
}

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2). The service does not use it, but proxies do. */
export function requireHost(request: CalendarRequest, _response: Response, next: NextFunction): void {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  const isWrong = hosts > 1 || (hosts === 0 && request.httpVersion === '1.1');
  next(isWrong ? new MalformedRequest() : undefined);
}

/**
 * Removes Cache-Control from conditional requests. `fetch` adds `no-cache` to them, for which Express sends the whole
 * body; but the directive is meant for caches (RFC 9111, section 5.2.1.4), and the server may respond 304.
 */
export function ignoreNoCache(request: CalendarRequest, _response: Response, next: NextFunction): void {
  if (request.headers['if-none-match'] !== undefined) delete request.headers['cache-control'];
  next();
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
