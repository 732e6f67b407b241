import { type NextFunction, type Response } from 'express';
import { RouteNotFound } from '../errors/api-error.js';
import { allowedMethods } from '../http/route-table.js';
import { type CalendarRequest } from '../http/context/calendar-request.js';
import { requestLanguage } from '../language/request-language.js';

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
