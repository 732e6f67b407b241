import { type RequestHandler } from 'express';
import { type Settings } from '../../config/settings.js';
import { type ApiError, Busy, RateLimited } from '../../errors/api-error.js';
import { clientKeyOf } from '../context/client.js';

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 1;

/**
 * Limits concurrent requests, in total (`MAX_REQUESTS`) and per client (`MAX_REQUESTS_PER_CLIENT`). Health checks are
 * not limited. Must run after the language middleware, so that errors are in the language of the path.
 */
export function limitInFlight({ maxRequests, maxRequestsPerClient, rateLimit }: Settings): RequestHandler {
  const perClient = rateLimit ? maxRequestsPerClient : Infinity;
  const clients = new Map<string, number>();
  let total = 0;

  const rejection = (clientRequests: number): ApiError | undefined => {
    if (clientRequests >= perClient) return new RateLimited(RETRY_AFTER);
    // Fair share: at the total limit, a client that uses less than an equal part of it is still admitted.
    const share = Math.floor(maxRequests / (clients.size + 1));
    return total >= maxRequests && clientRequests >= share ? new Busy(RETRY_AFTER) : undefined;
  };

  return (request, response, next) => {
    if (request.path.startsWith('/health/')) return next();
    const client = clientKeyOf(request.ip);
    const clientRequests = clients.get(client) ?? 0;
    const error = rejection(clientRequests);
    if (error) return next(error);
    clients.set(client, clientRequests + 1);
    total += 1;
    let isInFlight = true;
    const release = () => {
      if (!isInFlight) return;
      isInFlight = false;
      total -= 1;
      const left = clients.get(client)! - 1;
      if (left === 0) clients.delete(client);
      else clients.set(client, left);
    };
    // `prefinish` is emitted when the response is complete; `finish` would also count clients that read slowly.
    response.once('prefinish', release).once('close', release);
    next();
  };
}
