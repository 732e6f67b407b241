import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { PeriodicTask } from '../database/periodic-task.js';
import { query, run } from '../database/sql/statements.js';
import { seconds } from '../datetime/moment.js';

/** Milliseconds for which deliveries are kept. */
const KEPT = 7 * 86_400_000;

/** Number of rows that one transaction deletes. */
const AT_ONCE = 1000;

/** The condition for old deliveries, except pending ones, and for deliveries of deleted webhooks. */
const REMOVABLE =
  'SELECT delivery.id FROM webhook_deliveries delivery LEFT JOIN webhooks webhook ON webhook.id = delivery.webhookId ' +
  'WHERE webhook.id IS NULL OR (delivery.createdAt < ? AND (delivery.dueAt IS NULL OR webhook.isActive = FALSE)) ' +
  `ORDER BY delivery.id LIMIT ${AT_ONCE}`;

/** Deletes deliveries a week after their creation. */
@Injectable()
export class DeliveryCleanup extends PeriodicTask {
  protected readonly interval = 3_600_000;

  constructor(private readonly database: Database) {
    super();
  }

  /** @param now for tests */
  async run(now = new Date()): Promise<void> {
    const old = seconds(new Date(now.getTime() - KEPT));
    for (;;) {
      const rows = await this.database.read((manager) => query<{ id: number }>(manager, REMOVABLE, [old]));
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id).join();
      await this.database.write((manager) => run(manager, `DELETE FROM webhook_deliveries WHERE id IN (${ids})`));
    }
  }
}
