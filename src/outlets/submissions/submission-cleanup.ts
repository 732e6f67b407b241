import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { query } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { DAY, HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { Settings } from '../../lib/config/settings.js';
import { UNDECIDED } from './submission-details.js';
import { Submission } from './submission.entity.js';

/** Days after which a sender is removed even if nothing was decided. */
const MAX_DAYS = 365;

/** Removes who has sent an event, `SUBMISSIONS_KEEP_DAYS` after the decision, and a year after it came at the latest. */
@Injectable()
export class SubmissionCleanup extends PeriodicTask {
  protected readonly interval = HOUR;

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {
    super();
  }

  /** @param now for tests */
  async run(now = new Date()): Promise<void> {
    await this.noteDecisions(now);
    const before = (days: number) => truncateToSeconds(new Date(now.getTime() - days * DAY));
    const values = [before(this.settings.submissionsKeepDays), before(MAX_DAYS)];
    await deleteInBatches(this.database, 'submissions', 'eventId', '(decidedAt <= ? OR receivedAt <= ?)', values);
  }

  /** A write to another date of a series may decide about an event, too. Most runs find none, and write nothing. */
  private async noteDecisions(now: Date): Promise<void> {
    const places = UNDECIDED.map(() => '?').join(', ');
    const sql = `SELECT submission.eventId AS id FROM submissions submission
      JOIN events event ON event.id = submission.eventId
      WHERE submission.decidedAt IS NULL AND event.status NOT IN (${places})`;
    const found = await this.database.read((manager) => query<{ id: number }>(manager, sql, UNDECIDED));
    if (found.length === 0) return;
    const where = { eventId: found.map(({ id }) => id), decidedAt: null };
    await this.database.write((manager) =>
      tableOf(manager, Submission).update(manager, where, { decidedAt: truncateToSeconds(now) }),
    );
  }
}
