import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../database/database.js';
import { run } from '../database/sql/statements.js';
import { seconds } from '../datetime/moment.js';
import { DAY, TOKEN_DAYS } from './token-lifetime.js';

const INTERVAL = 3_600_000;

/** Removes the rows of permanently deleted records once every token that was given before the deletion has expired. */
@Injectable()
export class ChangeCleanup implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ChangeCleanup.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(
      () => void this.clean().catch((error: unknown) => this.logger.warn(String(error))),
      INTERVAL,
    );
    this.timer.unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @param now for tests */
  async clean(now = new Date()): Promise<void> {
    // One day longer than a token is valid, since tokens count whole days.
    const old = seconds(new Date(now.getTime() - (TOKEN_DAYS + 2) * DAY));
    const sql = 'DELETE FROM record_changes WHERE isGone = TRUE AND changedAt < ?';
    await this.database.write((manager) => run(manager, sql, [old]));
  }
}
