import compression from 'compression';
import { type NestApplicationOptions } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response } from 'express';
import { normalizeForwardedFor } from '../http/client-address.js';
import { countOptions, countUnrouted, RateLimits, limitInFlight } from '../http/rate-limits.js';
import { parseQuery } from '../http/parse-request.js';
import { languageRoot } from '../http/language/request-language.js';
import { RouteNotFound } from '../lib/errors/api-error.js';
import { Extensions } from '../calendar/extension-api/extensions.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { NAMESPACE } from '../http/urls/urls.js';
import { type Settings } from '../lib/config/settings.js';
import { HttpAdapter } from './http-adapter.js';
import { createLog, type Log, nestLogger } from './log.js';
import { crossOrigin, securityHeaders } from './security.js';
import {
  toOriginForm,
  requireHost,
  ignoreNoCache,
  setRequestId,
  requestLog,
  answerOptions,
} from './request-middleware.js';

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
