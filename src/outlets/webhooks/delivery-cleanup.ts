import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { DAY, HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';

/** Milliseconds for which deliveries are kept after their last attempt. */
const KEPT = 7 * DAY;

/** The condition for deliveries of deleted webhooks, and for old ones that are not waiting to be sent. */
const REMOVABLE =
  'webhookId NOT IN (SELECT id FROM webhooks) OR (COALESCE(attemptedAt, createdAt) < ? ' +
  'AND (dueAt IS NULL OR webhookId IN (SELECT id FROM webhooks WHERE isActive = FALSE)))';

/** Deletes deliveries a week after their last attempt. */
@Injectable()
export class DeliveryCleanup extends PeriodicTask {
  protected readonly interval = HOUR;

  constructor(private readonly database: Database) {
    super();
  }

  /** @param now for tests */
  async run(now = new Date()): Promise<void> {
    const old = truncateToSeconds(new Date(now.getTime() - KEPT));
    await deleteInBatches(this.database, 'webhook_deliveries', 'id', REMOVABLE, [old]);
  }
}
