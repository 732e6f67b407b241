import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { type RequestContext } from '../context/calendar-request.js';
import { NextPublication } from './next-publication.js';

/** The Cache-Control of what is for one caller alone, or of a write. */
export const NOT_KEPT = 'private, no-store';

/** For how long others may keep what is answered. */
@Injectable()
export class Lifetime {
  constructor(
    private readonly settings: Settings,
    private readonly nextPublication: NextPublication,
  ) {}

  /** The Cache-Control of the answer to a read. */
  of({ isPrivate, response }: Pick<RequestContext, 'isPrivate' | 'response'>): string {
    return isPrivate ? NOT_KEPT : this.cacheControl(response.expiresAt);
  }

  /**
   * The Cache-Control of a public answer: never past the moment at which the next scheduled record appears, or at which
   * the answer itself ends being true (`until`, in milliseconds since 1970).
   */
  private cacheControl(until: number): string {
    const seconds = Math.floor((Math.min(this.nextPublication.at, until) - Date.now()) / 1000);
    return `public, max-age=${Math.max(0, Math.min(this.settings.cacheMaxAge, seconds))}`;
  }
}

/** The headers of an answer that is older than it should be, since the database is away (RFC 9111, sections 5.1 and 5.5). */
export function stalenessHeaders(age: number): Record<string, string> {
  return { Age: String(Math.round(age / 1000)), Warning: '110 - "Response is Stale"' };
}
