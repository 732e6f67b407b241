import { type NestApplicationOptions } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { type NextFunction, type Request, type Response } from 'express';
import { bodies } from '../common/http/bodies.js';
import { parseQuery } from '../common/http/lists.js';
import { languageRoot } from '../common/language/language-root.middleware.js';
import { NAMESPACE } from '../common/site/links.js';
import { type Settings } from '../config/settings.js';
import { createFront } from './front.js';
import { type HttpAdapter } from './http-adapter.js';
import { createLog, type Log, NestLog } from './log.js';
import { answerOptions } from './options-requests.js';
import { needHost, originForm, requestIds, requestLog } from './requests.js';
import { crossOrigin, securityHeaders } from './security.js';

/** What the application has to be created with, together with an `HttpAdapter`. */
export function applicationOptions(log: Log): NestApplicationOptions {
  return { logger: new NestLog(log), bodyParser: false, abortOnError: false };
}

/** All that happens to a request before it is routed, in this order. For the service and for its end-to-end tests. */
export function setUp(app: NestExpressApplication, settings: Settings, log = createLog(settings.logLevel)): void {
  app.disable('x-powered-by');
  app.set('trust proxy', settings.trustProxy);
  app.set('query parser', parseQuery);
  app.setGlobalPrefix(NAMESPACE, { exclude: ['/', NAMESPACE, 'health/live', 'health/ready'] });

  (app.getHttpAdapter() as HttpAdapter).front = createFront(app, settings, log);
  app.use(requestIds(), requestLog(log));
  app.use(sayWhatAnswersDependOn, securityHeaders(settings));
  const cors = crossOrigin(settings);
  if (cors) app.enableCors(cors);
  app.use(originForm, languageRoot(settings.basePath, NAMESPACE), needHost, answerOptions);
  app.use(compression(), bodies());
}

function sayWhatAnswersDependOn(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  next();
}
