import compression from 'compression';
import { type NestApplicationOptions } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response, type RequestHandler } from 'express';
import { normalizeForwardedFor, type CalendarRequest } from '../http/calendar-request.js';
import { countOptions, countUnrouted, RateLimits, limitInFlight } from '../http/rate-limits.js';
import { parseQuery } from '../http/parse-request.js';
import { languageRoot, requestLanguage } from '../language/language.interceptor.js';
import { RouteNotFound, MalformedRequest } from '../errors/api-error.js';
import { Extensions } from '../extension-api/extensions.js';
import { RequestMetrics } from '../metrics/request-metrics.js';
import { NAMESPACE } from '../site/links.js';
import { type Settings } from '../config/settings.js';
import { HttpAdapter } from './http-adapter.js';
import { createLog, type Log, nestLogger } from './log.js';
import { crossOrigin, securityHeaders } from './security.js';
import { randomUUID } from 'node:crypto';
import { allowedMethods } from '../http/route-table.js';

/** The options that the application must be created with, together with an `HttpAdapter`. */
export function applicationOptions(log: Log): NestApplicationOptions {
  return { logger: nestLogger(log), bodyParser: false, abortOnError: false };
}

/** The middleware that runs before routing, in this order, for the service and its end-to-end tests. */
export function setUp(app: NestExpressApplication, settings: Settings, log = createLog(settings.logLevel)): void {
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', parseQuery);
  app.setGlobalPrefix(NAMESPACE, {
    exclude: ['/', 'embed', 'favicon.ico', 'robots.txt', NAMESPACE, 'health/live', 'health/ready', 'metrics'],
  });

  const limits = app.get(RateLimits);
  const adapter = app.getHttpAdapter();
  if (adapter instanceof HttpAdapter) adapter.onUnrouted(countUnrouted(limits));
  app.getHttpServer().maxConnections = settings.maxConnections;

  const metrics = app.get(RequestMetrics);
  app.use((request: Request, response: Response, next: NextFunction) => metrics.observe(request, response, next));
  app.use(normalizeForwardedFor, requestLog(log), setRequestId);
  app.use(setVary, securityHeaders(settings));
  const cors = crossOrigin(settings);
  if (cors) app.enableCors(cors);
  app.use(
    toOriginForm,
    languageRoot(settings.basePath, NAMESPACE),
    limitInFlight(settings),
    requireHost,
    hideDisabledFormats(app.get(Extensions)),
  );
  app.use(countOptions(limits), answerOptions, ignoreNoCache);
  // Compresses pages, files and streams; other responses are already encoded.
  app.use(compression());
}

/** Formats of disabled extensions have routes, because Nest creates routes before it reads settings. */
function hideDisabledFormats(extensions: Extensions) {
  return ({ path }: Request, _response: Response, next: NextFunction): void => {
    const formats = extensions.disabled.flatMap((extension) => extension.formats ?? []);
    const isDisabled = formats.some(({ resource, name }) =>
      new RegExp(`^/${NAMESPACE}/${resource.plural}(?:/.*)?\\.${name}/?$`, 'i').test(path),
    );
    next(isDisabled ? new RouteNotFound() : undefined);
  };
}

function setVary(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  next();
}

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
