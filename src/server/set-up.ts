import compression from 'compression';
import { type NestApplicationOptions } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { countOptions, countUnrouted, RateLimits, limitInFlight } from '../http/rate-limits.js';
import { parseQuery } from '../http/parse-request.js';
import { PAGE_FOLDERS, PAGE_ROUTES } from '../outlets/web/routes.js';
import { languageRoot } from '../http/language/request-language.js';
import { RouteNotFound } from '../lib/errors/api-error.js';
import { type Extension } from '../calendar/extension-api/extension.js';
import { Extensions } from '../calendar/extension-api/extensions.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { NAMESPACE } from '../http/urls/urls.js';
import { type Settings } from '../lib/config/settings.js';
import { HttpAdapter } from './http-adapter.js';
import { limitConnectionsPerClient } from './connections-per-client.js';
import { createLog, type Log, nestLogger } from './log.js';
import { crossOrigin, commonHeaders } from './security.js';
import { answerOptions, normalizeRequest, requestLog, requireHost, setRequestId } from './request-middleware.js';

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
    exclude: [
      '/',
      'admin',
      'admin/assets/:file',
      'admin/oidc',
      'admin/oidc/callback',
      'favicon.ico',
      'robots.txt',
      ...PAGE_ROUTES,
      NAMESPACE,
      'health/live',
      'health/ready',
      'metrics',
      'images/:folder/:name',
    ],
  });

  const limits = app.get(RateLimits);
  const adapter = app.getHttpAdapter();
  if (adapter instanceof HttpAdapter) adapter.onUnrouted(countUnrouted(limits));
  const server = app.getHttpServer();
  server.maxConnections = settings.maxConnections;
  limitConnectionsPerClient(server, settings);

  const metrics = app.get(RequestMetrics);
  app.use((request: Request, response: Response, next: NextFunction) => metrics.observe(request, response, next));
  app.use(normalizeRequest, requestLog(log), setRequestId, commonHeaders(settings));
  const cors = crossOrigin(settings);
  if (cors) app.enableCors(cors);
  app.use(languageRoot(settings.basePath, NAMESPACE, PAGE_FOLDERS, 'admin'), limitInFlight(settings), requireHost);
  app.use(hideDisabledFormats(app.get(Extensions)), countOptions(limits), answerOptions, compressUnlessRecords());
}

/** The paths of the formats that disabled extensions have. */
function patternsOfFormats(extensions: readonly Extension[]): RegExp[] {
  return extensions
    .flatMap((extension) => extension.formats ?? [])
    .map(({ resource, name }) => new RegExp(`^/${NAMESPACE}/${resource.plural}(?:/.*)?\\.${name}/?$`, 'i'));
}

/** Formats of disabled extensions have routes, because Nest creates routes before it reads settings. */
function hideDisabledFormats(extensions: Extensions): RequestHandler {
  let patterns: RegExp[] | undefined;
  return ({ path }, _response, next) => {
    patterns ??= patternsOfFormats(extensions.disabled);
    next(patterns.some((pattern) => pattern.test(path)) ? new RouteNotFound() : undefined);
  };
}

/** Paths of the API without the suffix of a format. */
const RECORDS = new RegExp(`^/${NAMESPACE}/(?!doc(?:/|$))[^.]*$`);

/** Compresses pages, files and streams. The response interceptor compresses records and lists, once for all requests. */
function compressUnlessRecords(): RequestHandler {
  const compress = compression();
  return (request, response, next) => (RECORDS.test(request.path) ? next() : compress(request, response, next));
}
