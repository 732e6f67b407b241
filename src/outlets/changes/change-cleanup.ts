import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { DAY, HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { TOKEN_DAYS } from './change-token.js';
import { KINDS } from './changes.query.js';

/** Removes the rows of permanently deleted records once every token that was given before the deletion has expired. */
@Injectable()
export class ChangeCleanup extends PeriodicTask {
  protected readonly interval = HOUR;

  constructor(private readonly database: Database) {
    super();
  }

  /** @param now for tests */
  async run(now = new Date()): Promise<void> {
    // One day longer than a token is valid, since tokens count whole days.
    const old = truncateToSeconds(new Date(now.getTime() - (TOKEN_DAYS + 2) * DAY));
    const condition = 'kind = ? AND isGone = TRUE AND changedAt < ?';
    for (const kind of KINDS)
      await deleteInBatches(this.database, 'record_changes', 'recordId', condition, [kind, old]);
  }
}
