import { Injectable } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { type RequestContext } from '../request-context.js';

/**
 * The publication time of the next scheduled record. No public response may be cached beyond it. `Publisher` reads it
 * from the database; a write that schedules a record lowers it at once, and wakes the publisher.
 */
@Injectable()
export class NextPublication {
  private nextStored = Infinity;
  /** The earliest time that was scheduled since the last look-up began, which may have missed it. */
  private scheduled = Infinity;
  private listener: () => void = () => undefined;

  /** Milliseconds since 1970; Infinity if nothing is scheduled. */
  get time(): number {
    return Math.min(this.nextStored, this.scheduled);
  }

  /** @param time of the publication; Infinity if a write has scheduled nothing */
  schedule(time: number): void {
    if (time >= this.time) return;
    this.scheduled = time;
    this.listener();
  }

  /** Calls the listener when a write has scheduled a record before all others. */
  onScheduled(listener: () => void): void {
    this.listener = listener;
  }

  async refresh(find: () => Promise<number>): Promise<void> {
    const { scheduled } = this;
    this.nextStored = await find();
    if (this.scheduled === scheduled) this.scheduled = Infinity;
  }
}

/** For private responses and for writes. */
export const NO_STORE = 'private, no-store';

/** Determines how long browsers and proxies may cache a response. */
@Injectable()
export class CacheControl {
  constructor(
    private readonly settings: Settings,
    private readonly nextPublication: NextPublication,
  ) {}

  /** The Cache-Control of a read. A public response expires at its own time or at the next publication of a record. */
  of({ isPrivate, response }: Pick<RequestContext, 'isPrivate' | 'response'>): string {
    if (isPrivate) return NO_STORE;
    const seconds = Math.floor((Math.min(this.nextPublication.time, response.expiresAt) - Date.now()) / 1000);
    return `public, max-age=${Math.max(0, Math.min(this.settings.cacheMaxAge, seconds))}`;
  }
}
