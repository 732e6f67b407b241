import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { type RequestContext } from '../context/calendar-request.js';
import { NextPublication } from './next-publication.js';

/** For private responses and for writes. */
export const NO_STORE = 'private, no-store';

/** Determines how long browsers and proxies may cache a response. */
@Injectable()
export class CacheControl {
  constructor(
    private readonly settings: Settings,
    private readonly nextPublication: NextPublication,
  ) {}

  /** The Cache-Control of a read. */
  of({ isPrivate, response }: Pick<RequestContext, 'isPrivate' | 'response'>): string {
    return isPrivate ? NO_STORE : this.publicCacheControl(response.expiresAt);
  }

  /**
   * The Cache-Control of a public response, which expires no later than `until` (milliseconds since 1970) and than the
   * publication of the next scheduled record.
   */
  private publicCacheControl(until: number): string {
    const seconds = Math.floor((Math.min(this.nextPublication.time, until) - Date.now()) / 1000);
    return `public, max-age=${Math.max(0, Math.min(this.settings.cacheMaxAge, seconds))}`;
  }
}

/** The headers of a stale response, sent while the database is down (RFC 9111, sections 5.1 and 5.5). */
export function stalenessHeaders(age: number): Record<string, string> {
  return { Age: String(Math.round(age / 1000)), Warning: '110 - "Response is Stale"' };
}
