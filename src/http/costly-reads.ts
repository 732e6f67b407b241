import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import { Settings } from '../lib/config/settings.js';
import { RateLimited } from '../lib/errors/api-error.js';
import { clientKeyOf } from './client-address.js';
import { type CalendarRequest } from './request-context.js';

/** Number of records of a response that cost one point of a rate limit. */
const RECORDS_PER_POINT = 20;

/** The points of a read from which it is costly: a list of 100, a feed, a search or counts. */
const COSTLY = 5;

/** The number of records that a path may return if the query does not say it. */
const DEFAULT_RECORDS: readonly (readonly [path: RegExp, records: number])[] = [
  [/\/[a-z]+\.[a-z]+\/?$/i, 1000], // Feeds and the sitemap.
  [/\/events\/counts\/?$/i, 200], // They read all events of the filter.
  [/./, 10],
];

/** Costly reads of one client that run at the same time. */
const RUNNING = 2;

/** Costly reads of one client that wait; further ones are refused. */
const MAX_WAITING = 20;

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 1;

/** The points of a rate limit that a request costs: one, or more for a read that may return many records. */
export function pointsOf({ method, path, query }: CalendarRequest): number {
  if (method !== 'GET' && method !== 'HEAD') return 1;
  const [, byDefault] = DEFAULT_RECORDS.find(([pattern]) => pattern.test(path))!;
  const given = Number(query.per_page ?? query.limit);
  const records = Number.isSafeInteger(given) && given > 0 ? Math.min(given, 10_000) : byDefault;
  return Math.max(1, Math.floor(records / RECORDS_PER_POINT));
}

/** The client that limits count: an account, or the address of a request without a key. */
export function clientOf({ caller, ip }: CalendarRequest): string {
  return caller ? `account ${caller.id}` : clientKeyOf(ip);
}

/** What is needed of a response: whether its client has left, and when it ends. */
interface EndingResponse {
  readonly destroyed: boolean;
  once(event: 'prefinish' | 'close', listener: () => void): this;
}

/** Lets each client run few costly reads at once, so that one client cannot make all others wait. */
@Injectable()
export class CostlyReads {
  private readonly queues = new Map<string, PQueue>();

  constructor(private readonly settings: Settings) {}

  /**
   * Waits until the client may run this read, which ends with its response. Other requests do not wait.
   * @throws {RateLimited} if too many costly reads of the client wait
   */
  async enter(request: CalendarRequest, response: EndingResponse): Promise<void> {
    if (!this.settings.rateLimit || !(pointsOf(request) >= COSTLY || request.query.search)) return;
    const client = clientOf(request);
    const queue = this.queues.get(client) ?? new PQueue({ concurrency: RUNNING });
    if (queue.size >= MAX_WAITING) throw new RateLimited(RETRY_AFTER);
    this.queues.set(client, queue);
    await new Promise<void>((admit, refuse) => {
      const read = () => {
        // A client that left while it waited gets no response.
        if (response.destroyed) return refuse(new RateLimited(RETRY_AFTER));
        admit();
        return new Promise<void>((leave) => response.once('prefinish', leave).once('close', leave));
      };
      void queue.add(read).finally(() => {
        if (queue.size + queue.pending === 0) this.queues.delete(client);
      });
    });
  }
}
