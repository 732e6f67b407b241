import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import { Settings } from '../lib/config/settings.js';
import { RateLimited } from '../lib/errors/api-error.js';
import { yieldToEventLoop } from '../lib/tasks/yield-to-event-loop.js';
import { clientKeyOf } from './client-address.js';
import { type CalendarRequest } from './request-context.js';

const READS: readonly string[] = ['GET', 'HEAD'];

/** Number of records of a response that cost one point of a rate limit. */
const RECORDS_PER_POINT = 20;

/** The points of a read from which it is costly: a list of 100, a feed, a search or counts. */
const COSTLY = 5;

/** The number of records that a read returns by default, and the parameter that changes it. The first path that matches counts. */
const SIZES: readonly { readonly path: RegExp; readonly records: number; readonly parameter?: 'per_page' | 'limit' }[] =
  [
    { path: /\/sitemap(?:-\d+)?\.xml\/?$/i, records: 1000 },
    { path: /\/v1\/[a-z]+\.[a-z]+\/?$/i, records: 1000, parameter: 'per_page' },
    // Counts read all events of the filter.
    { path: /\/events\/counts\/?$/i, records: 200 },
    // A month or a page of the list of events.
    { path: /^\/(?:pages|embed|pages\/(?:categories|tags)\/[^/]+)\/?$/i, records: 100 },
    { path: /\/changes\/?$/i, records: 100, parameter: 'limit' },
    { path: /\/v1\/[a-z]+\/?$/i, records: 10, parameter: 'per_page' },
  ];

const SUGGESTIONS = /\/search-suggestions\/?$/i;

/**
 * The reads of one client that are computed at the same time, and that wait. The plain ones are limited by
 * `MAX_REQUESTS_PER_CLIENT`.
 */
const LANES = {
  costly: { running: 2, maxWaiting: 20 },
  plain: { running: 16, maxWaiting: Infinity },
};

/** Seconds for which a refusal is held back, and after which the client may try again. */
const RETRY_AFTER = 1;

/** The points of a rate limit that a request costs: one, or more for a read that may return many records. */
export function pointsOf({ method, path, query }: CalendarRequest): number {
  const size = READS.includes(method) ? SIZES.find((one) => one.path.test(path)) : undefined;
  if (!size) return 1;
  const given = Number(size.parameter && query[size.parameter]);
  const records = Number.isSafeInteger(given) && given > 0 ? Math.min(given, 10_000) : size.records;
  return Math.max(1, Math.floor(records / RECORDS_PER_POINT));
}

/** Whether a request searches the texts of records, or suggests what to search for. */
export function isSearch({ path, query }: CalendarRequest): boolean {
  return Boolean(query.search) || SUGGESTIONS.test(path);
}

/** The client that limits count: an account, or the address of a request without a key. */
export function clientOf({ caller, ip }: CalendarRequest): string {
  return caller ? `account ${caller.id}` : clientKeyOf(ip);
}

/** The part of a response that tells whether its client has left, and when it ends. */
interface EndingResponse {
  readonly destroyed: boolean;
  once(event: 'prefinish' | 'close', listener: () => void): this;
}

/**
 * Computes few reads of each client at once, so that one client cannot make all others wait. Responses from the cache and
 * health checks do not wait.
 */
@Injectable()
export class ClientReads {
  private readonly queues = new Map<string, PQueue>();

  constructor(private readonly settings: Settings) {}

  /**
   * Waits until a read of the client may be computed, which ends with its response.
   * @throws {RateLimited} if too many costly reads of the client wait
   */
  async enter(request: CalendarRequest, response: EndingResponse): Promise<void> {
    if (!this.settings.rateLimit || !request.root || !READS.includes(request.method)) return;
    const lane = pointsOf(request) >= COSTLY || isSearch(request) ? 'costly' : 'plain';
    const { running, maxWaiting } = LANES[lane];
    const key = `${lane} ${clientOf(request)}`;
    const queue = this.queues.get(key) ?? new PQueue({ concurrency: running });
    if (queue.size >= maxWaiting) {
      // A client that repeats refused reads at once, on many connections, would keep the event loop busy with refusals.
      await sleep(RETRY_AFTER * 1000);
      throw new RateLimited(RETRY_AFTER);
    }
    this.queues.set(key, queue);
    const hasWaited = queue.pending >= running;
    await new Promise<void>((admit, refuse) => {
      const read = () => {
        // A client that left while it waited gets no response.
        if (response.destroyed) return refuse(new RateLimited(RETRY_AFTER));
        admit();
        return new Promise<void>((leave) => response.once('prefinish', leave).once('close', leave));
      };
      void queue.add(read).finally(() => {
        if (queue.size + queue.pending === 0) this.queues.delete(key);
      });
    });
    // Requests that have arrived meanwhile come first: SQLite reads without a pause, and so would one read after another.
    if (lane === 'costly' || hasWaited) await yieldToEventLoop();
  }
}
