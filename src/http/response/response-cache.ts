import { Global, Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Settings } from '../../lib/config/settings.js';
import { DataVersion } from '../../database/data-version.js';
import { RateLimited, Unavailable } from '../../lib/errors/api-error.js';
import { SerializedResponse } from './serialized-response.js';
import { CacheControl, NextPublication } from './cache-control.js';

const MEGABYTE = 1024 * 1024;

/** Longer keys are not cached, since such requests are rarely repeated. */
const MAX_KEY_LENGTH = 2000;

interface Entry {
  readonly response: SerializedResponse;
  /** The data version that was read before the response was computed. */
  readonly version: number;
}

/** Numbers of responses since the start, for monitoring. */
export interface CacheResults {
  /** Responses from the cache, or shared with a request that was computing them. */
  hit: number;
  miss: number;
  /** Stale responses from the cache, while the database was down. */
  stale: number;
}

/**
 * An LRU cache of responses to public reads, of at most `CACHE_MB`. An entry is valid until the next write to the
 * database, or until it expires. While the database is down, stale entries are served.
 */
@Injectable()
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry> | undefined;
  /** Computations in progress, by version and key. Their result is undefined if it must not be shared. */
  private readonly inFlight = new Map<string, Promise<SerializedResponse | undefined>>();

  readonly results: CacheResults = { hit: 0, miss: 0, stale: 0 };

  constructor(
    { cacheMegabytes }: Settings,
    private readonly versions: DataVersion,
  ) {
    const maxSize = cacheMegabytes * MEGABYTE;
    // A single response must not evict all others.
    if (maxSize > 0) this.entries = new LRUCache({ maxSize, maxEntrySize: Math.floor(maxSize / 4) });
  }

  /**
   * The cached response, or the computed one. Concurrent requests with the same key share one computation
   * (request coalescing).
   * @param headers gets those of a stale response (RFC 9111, sections 5.1 and 5.5), sent while the database is down
   * @throws {Unavailable} if the database is down and there is no recent enough response
   */
  async getOrCompute<T>(
    key: string,
    headers: Map<string, string>,
    compute: () => Promise<T>,
  ): Promise<T | SerializedResponse> {
    if (!this.entries || key.length > MAX_KEY_LENGTH) return compute();
    try {
      const version = await this.versions.current();
      const cached = this.entries.get(key);
      if (cached?.version !== version || cached.response.expiresAt <= Date.now())
        return await this.computeOnce(key, version, compute);
      this.results.hit += 1;
      return cached.response;
    } catch (error) {
      const { lastKnown } = this.versions;
      const cached = this.entries.get(key);
      if (!(error instanceof Unavailable) || !cached || cached.version !== lastKnown?.version) throw error;
      this.results.stale += 1;
      headers.set('Age', String(Math.round(lastKnown.age / 1000))).set('Warning', '110 - "Response is Stale"');
      return cached.response;
    }
  }

  private async computeOnce<T>(
    key: string,
    version: number,
    compute: () => Promise<T>,
  ): Promise<T | SerializedResponse> {
    const name = `${version} ${key}`;
    const shared = this.inFlight.get(name);
    if (shared) {
      const response = await shared.catch((error: unknown) => {
        // The limit of the client that computes does not apply to this one.
        if (error instanceof RateLimited) return undefined;
        throw error;
      });
      this.results[response ? 'hit' : 'miss'] += 1;
      return response ?? compute();
    }
    this.results.miss += 1;
    const computing = compute();
    const flight = computing.then((response) =>
      response instanceof SerializedResponse && response.isShared ? response : undefined,
    );
    this.inFlight.set(name, flight);
    try {
      const response = await flight;
      if (response) this.entries?.set(key, { response, version }, { size: response.size + 2 * key.length });
    } finally {
      this.inFlight.delete(name);
    }
    return computing;
  }
}

const providers = [ResponseCache, CacheControl, NextPublication];

@Global()
@Module({ providers, exports: providers })
export class ResponseModule {}
