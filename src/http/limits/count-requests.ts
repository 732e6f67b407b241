import { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { type CalendarRequest } from '../context/calendar-request.js';
import { clientKeyOf } from '../context/client.js';
import { type Limit, limitHeaders, type RateLimits } from './rate-limits.js';

/** @throws {RateLimited} */
export async function countRequest(
  limits: RateLimits,
  request: CalendarRequest,
  response: Response,
  client: string,
): Promise<void> {
  const allowance = await limits.count(limitOf(request), client);
  if (allowance) response.set(limitHeaders(allowance));
}

/** @throws {RateLimited} */
export function countByAddress(limits: RateLimits, request: CalendarRequest, response: Response): Promise<void> {
  return countRequest(limits, request, response, clientKeyOf(request.ip));
}

/** Counts OPTIONS requests, which never reach the guards. */
export function countOptions(limits: RateLimits): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'OPTIONS') return next();
    countByAddress(limits, request, response).then(() => next(), next);
  };
}

/** Counts requests that match no route, which never reach the guards either. */
export function countUnrouted(limits: RateLimits): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (request.method === 'OPTIONS') return next(error);
    countByAddress(limits, request, response).then(() => next(error), next);
  };
}

function limitOf({ method, query }: CalendarRequest): Limit {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') return 'writes';
  return query.search ? 'searches' : 'reads';
}
