import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type NextFunction, type RequestHandler, type Response } from 'express';
import { MalformedRequest } from '../common/errors/api-error.js';
import { type CalendarRequest } from '../common/http/calendar-request.js';
import { type Log } from './log.js';

/** Takes the origin off a target in absolute form (RFC 9112, section 3.2.2), which Express does not route. */
export function originForm(request: CalendarRequest, _response: Response, next: NextFunction): void {
  request.url = request.url.replace(/^https?:\/\/[^/?]*(\/?)/i, '/');
  next();
}

/** HTTP/1.1 asks for a Host (RFC 9112, section 3.2), though nothing here goes by it. */
export function needHost(request: CalendarRequest, _response: Response, next: NextFunction): void {
  const isMissing = request.headers.host === undefined && request.httpVersion === '1.1';
  next(isMissing ? new MalformedRequest() : undefined);
}

const SANE_ID = /^[\w.:+/=-]{1,128}$/;

/** Takes over the id that a proxy gave the request, or makes one, and answers with it. */
export function requestIds(): RequestHandler {
  return (request: CalendarRequest, response: Response, next: NextFunction) => {
    request.id ??= requestId(request);
    response.setHeader('X-Request-Id', request.id);
    next();
  };
}

export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

export function requestLog(log: Log): RequestHandler {
  return (request: CalendarRequest, response: Response, next: NextFunction) => {
    if (!request.isLogged) logAtEnd(log, request, response);
    next();
  };
}

type Logged = Pick<CalendarRequest, 'id' | 'method' | 'originalUrl' | 'ip' | 'caller'>;

/**
 * One line for each request, once it is answered or given up. Of a request only what stands here: headers carry keys,
 * and queries the passwords of events.
 */
export function logAtEnd(log: Log, request: Logged, response: ServerResponse): void {
  const start = performance.now();
  const { method, originalUrl, ip } = request;
  response.once('close', () => {
    const { statusCode: status, writableFinished } = response;
    const path = originalUrl.split('?', 1)[0]!;
    log[levelOf(status, path)](
      {
        ...{ requestId: request.id, method, path, status, ms: Math.round(10 * (performance.now() - start)) / 10 },
        ...{ ip, account: request.caller?.id },
        ...(!writableFinished && { aborted: true }),
      },
      'request',
    );
  });
}

function levelOf(status: number, path: string): 'debug' | 'info' | 'warn' | 'error' {
  // 503 is how overload and a database that is away are answered: not a fault of this service.
  if (status >= 500) return status === 503 ? 'warn' : 'error';
  return path.startsWith('/health/') && status < 400 ? 'debug' : 'info';
}
