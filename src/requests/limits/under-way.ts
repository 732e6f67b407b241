import { type NextFunction, type RequestHandler, type Response } from 'express';
import { type Settings } from '../../config/settings.js';
import { type ApiError, Busy, RateLimited } from '../../errors/api-error.js';
import { type CalendarRequest } from '../context/calendar-request.js';
import { clientOf } from '../context/client.js';
import { RequestTurns } from './request-turns.js';

/** Seconds after which it is worth trying again. */
const SOON = 1;

/**
 * Bounds the requests that are worked on at once, in all and from one client: more of them would only make all of them
 * late. Health is asked when there is too much to do. All requests begin in turns, before anything else is done for them;
 * health, and what `refuseExcess` is going to refuse, has turns of its own: it does not wait for what the same client has
 * asked for before.
 */
export function boundUnderWay(settings: Settings): RequestHandler {
  const underWay = new UnderWay(settings);
  const turns = new RequestTurns();
  return (request: CalendarRequest, response, next) => {
    // Others of what a connection had sent at once.
    if (request.socket.destroyed) return;
    const client = clientOf(request.ip);
    const name = isHealth(request, settings) ? `health of ${client}` : underWay.admit(client, request, response);
    // Whoever goes on sending while so many wait does not read what he is told.
    if (turns.waitingOf(name) >= settings.maxRequests) return void request.socket.destroy();
    turns.take(name, () => {
      if (!request.socket.destroyed) next();
    });
  };
}

/** Tells those that are too many, when it is known in which language. */
export function refuseExcess(request: CalendarRequest, _response: Response, next: NextFunction): void {
  next(request.excess);
}

function isHealth({ url }: CalendarRequest, { basePath }: Settings): boolean {
  return (url.startsWith(basePath) ? url.slice(basePath.length) : url).startsWith('/health/');
}

class UnderWay {
  private readonly most: number;
  private readonly mostOfClient: number;
  private readonly clients = new Map<string, number>();
  private all = 0;

  constructor({ maxRequests, maxRequestsPerClient, rateLimit }: Settings) {
    this.most = maxRequests;
    this.mostOfClient = rateLimit ? maxRequestsPerClient : Infinity;
  }

  /** @returns under which name the request waits for its turn */
  admit(client: string, request: CalendarRequest, response: Response): string {
    request.excess = this.refusalOf(client);
    if (request.excess) return `refused ${client}`;
    this.change(client, 1);
    let isUnderWay = true;
    const end = () => {
      if (isUnderWay) this.change(client, -1);
      isUnderWay = false;
    };
    // As soon as the answer is made: `finish` would count clients that take their time to read.
    response.once('prefinish', end).once('close', end);
    return client;
  }

  /** Where there are too many in all, whoever has fewer than his share of them is still taken on. */
  private refusalOf(client: string): ApiError | undefined {
    const own = this.of(client);
    if (own >= this.mostOfClient) return new RateLimited(SOON);
    const share = Math.floor(this.most / (this.clients.size + 1));
    return this.all >= this.most && own >= share ? new Busy(SOON) : undefined;
  }

  private of(client: string): number {
    return this.clients.get(client) ?? 0;
  }

  private change(client: string, by: number): void {
    this.all += by;
    const own = this.of(client) + by;
    if (own === 0) this.clients.delete(client);
    else this.clients.set(client, own);
  }
}
