import { Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { Settings } from '../../lib/config/settings.js';
import { Database } from '../../database/database.js';
import { pendingMigrations } from '../../database/migrate.js';

/** Whether this instance should get requests. */
@Injectable()
export class Readiness {
  private isShuttingDown = false;
  private wasChecked = false;

  constructor(
    private readonly database: Database,
    private readonly indicators: HealthIndicatorService,
    private readonly settings: Settings,
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
}
