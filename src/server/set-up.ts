import { type NestApplicationOptions } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { type NextFunction, type Request, type Response } from 'express';
import { normalizeForwardedFor } from '../http/context/client.js';
import { countOptions, countUnrouted, RateLimits } from '../http/limits/rate-limits.js';
import { limitInFlight } from '../http/limits/in-flight.js';
import { parseQuery } from '../http/parse-query.js';
import { languageRoot } from '../language/language-root.middleware.js';
import { RouteNotFound } from '../errors/api-error.js';
import { Formats } from '../feeds/formats.js';
import { observeRequests, RequestMetrics } from '../metrics/request-metrics.js';
import { NAMESPACE } from '../site/links.js';
import { type Settings } from '../config/settings.js';
import { HttpAdapter } from './http-adapter.js';
import { createLog, type Log, NestLog } from './log.js';
import {
  answerOptions,
  ignoreNoCache,
  requireHost,
  toOriginForm,
  setRequestId,
  requestLog,
} from './request-middleware.js';
import { crossOrigin, securityHeaders } from './security.js';

/** The options that the application must be created with, together with an `HttpAdapter`. */
export function applicationOptions(log: Log): NestApplicationOptions {
  return { logger: new NestLog(log), bodyParser: false, abortOnError: false };
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

  app.use(observeRequests(app.get(RequestMetrics)), normalizeForwardedFor, requestLog(log), setRequestId);
  app.use(setVary, securityHeaders(settings));
  const cors = crossOrigin(settings);
  if (cors) app.enableCors(cors);
  app.use(
    toOriginForm,
    languageRoot(settings.basePath, NAMESPACE),
    limitInFlight(settings),
    requireHost,
    hideDisabledFormats(app.get(Formats)),
  );
  app.use(countOptions(limits), answerOptions, ignoreNoCache);
  // Compresses pages, files and streams; other responses are already encoded.
  app.use(compression());
}

/** Formats of disabled extensions have routes, because Nest creates routes before it reads settings. */
function hideDisabledFormats(formats: Formats) {
  return ({ path }: Request, _response: Response, next: NextFunction): void =>
    next(formats.isDisabled(path) ? new RouteNotFound() : undefined);
}

function setVary(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  next();
}
