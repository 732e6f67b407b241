import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { Settings } from '../../lib/config/settings.js';
import { IMAGE_STORE, type ImageStore } from '../../calendar/images/stores/image-store.js';
import { Database } from '../../database/database.js';
import { pendingMigrations } from '../../database/migrate.js';

/** In milliseconds. */
const STORE_CHECK_INTERVAL = 30_000;
const STORE_TIMEOUT = 2_000;

/** Whether this instance should get requests. */
@Injectable()
export class Readiness {
  private isShuttingDown = false;
  private wasChecked = false;
  private readonly logger = new Logger(Readiness.name);
  private storeCheck = { at: -Infinity, isWritable: Promise.resolve(true) };

  constructor(
    private readonly database: Database,
    private readonly indicators: HealthIndicatorService,
    private readonly settings: Settings,
    @Inject(IMAGE_STORE) private readonly images: ImageStore,
  ) {}

  /** Whether a load balancer or monitor has ever requested the readiness. If none has, a shutdown need not wait. */
  get isMonitored(): boolean {
    return this.wasChecked;
  }

  /** Marks the instance as not ready, because it is shutting down. */
  beginShutdown(): void {
    this.isShuttingDown = true;
  }

  checkService(): HealthIndicatorResult {
    this.wasChecked = true;
    const indicator = this.indicators.check('service');
    return this.isShuttingDown ? indicator.down('is shutting down') : indicator.up();
  }

  /** Checks reads and writes separately. Errors of the database are only logged. */
  async checkDatabase(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    try {
      const pending = await this.database.watch(pendingMigrations, this.database.timeout);
      if (pending.length > 0) return indicator.down(`lacks ${pending.length} migration(s)`);
      if (await this.database.isWritable()) return indicator.up({ reads: 'up', writes: 'up' });
      const readOnly = { reads: 'up', writes: 'read-only' };
      return this.settings.readyReadOnly ? indicator.degraded(readOnly) : indicator.down(readOnly);
    } catch {
      return indicator.down('does not answer');
    }
  }

  /** Only uploads need the store, so that an instance without it stays ready. */
  async checkImages(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('images');
    return (await this.isStoreWritable()) ? indicator.up() : indicator.degraded({ uploads: 'unavailable' });
  }

  /** The check writes a file, which is done at most once in half a minute. */
  private isStoreWritable(): Promise<boolean> {
    if (performance.now() - this.storeCheck.at < STORE_CHECK_INTERVAL) return this.storeCheck.isWritable;
    const late = sleep(STORE_TIMEOUT, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer')));
    const isWritable = Promise.race([this.images.assertWritable(), late]).then(
      () => true,
      (error: unknown) => {
        this.logger.warn(`Images cannot be stored: ${String(error)}`);
        return false;
      },
    );
    this.storeCheck = { at: performance.now(), isWritable };
    return isWritable;
  }
}
