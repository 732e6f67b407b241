import { Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';
import { Settings } from '../config/settings.js';
import { Database } from '../database/database.js';

/** Whether this instance should get requests. */
@Injectable()
export class Readiness {
  private ended = false;
  private asked = false;

  constructor(
    private readonly database: Database,
    private readonly indicators: HealthIndicatorService,
    private readonly settings: Settings,
  ) {}

  /** Whether a load balancer or monitor reads it. */
  get watched(): boolean {
    return this.asked;
  }

  /** Marks the instance as not ready, because it is shutting down. */
  end(): void {
    this.ended = true;
  }

  checkService(): HealthIndicatorResult {
    this.asked = true;
    const session = this.indicators.check('service');
    return this.ended ? session.down('is shutting down') : session.up();
  }

  /** Checks reads and writes separately. Errors of the database are only logged. */
  async checkDatabase(): Promise<HealthIndicatorResult> {
    const session = this.indicators.check('database');
    try {
      const pending = await this.database.pendingMigrations();
      if (pending.length > 0) return session.down(`lacks ${pending.length} migration(s)`);
      if (await this.database.isWritable()) return session.up({ reads: 'up', writes: 'up' });
      const readOnly = { reads: 'up', writes: 'read-only' };
      return this.settings.readyReadOnly ? session.degraded(readOnly) : session.down(readOnly);
    } catch {
      return session.down('does not answer');
    }
  }
}
