import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { type RequestContext } from '../context/calendar-request.js';
import { NextPublication } from './next-publication.js';

/** The Cache-Control of private responses and of writes. */
export const NOT_KEPT = 'private, no-store';

/** Determines how long browsers and proxies may cache a response. */
@Injectable()
export class Lifetime {
  constructor(
    private readonly settings: Settings,
    private readonly nextPublication: NextPublication,
  ) {}

  /** The Cache-Control of a read. */
  of({ isPrivate, response }: Pick<RequestContext, 'isPrivate' | 'response'>): string {
    return isPrivate ? NOT_KEPT : this.cacheControl(response.expiresAt);
  }

  /**
   * The Cache-Control of a public response. It expires at the latest when the next scheduled record appears, and at `until`
   * (milliseconds since 1970).
   */
  private cacheControl(until: number): string {
    const seconds = Math.floor((Math.min(this.nextPublication.at, until) - Date.now()) / 1000);
    return `public, max-age=${Math.max(0, Math.min(this.settings.cacheMaxAge, seconds))}`;
  }
}

/** The headers of a stale response, sent while the database is down (RFC 9111, sections 5.1 and 5.5). */
export function stalenessHeaders(age: number): Record<string, string> {
  return { Age: String(Math.round(age / 1000)), Warning: '110 - "Response is Stale"' };
}
