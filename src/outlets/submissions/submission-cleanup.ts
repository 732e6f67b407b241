import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { query } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { DAY, HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { Settings } from '../../lib/config/settings.js';
import { type Status } from '../../calendar/records/visibility/access.js';
import { Submission } from './submission.entity.js';

/** Days after which a sender is removed even if nothing was decided. */
const MAX_DAYS = 365;

/** The statuses of an event about which nothing is decided yet. */
const UNDECIDED: readonly Status[] = ['pending', 'draft'];

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

  /**
   * Notes what was decided since the last run, and which events wait again. What happens to an event after the decision
   * does not keep its sender for longer. Most runs find none, and write nothing.
   */
  private async noteDecisions(now: Date): Promise<void> {
    await this.note(truncateToSeconds(now), 'submission.decidedAt IS NULL AND event.status NOT IN');
    await this.note(null, 'submission.decidedAt IS NOT NULL AND event.status IN');
  }

  private async note(decidedAt: Date | null, condition: string): Promise<void> {
    const sql = `SELECT submission.eventId AS id FROM submissions submission
      JOIN events event ON event.id = submission.eventId WHERE ${condition} (${UNDECIDED.map(() => '?').join(', ')})`;
    const found = await this.database.read((manager) => query<{ id: number }>(manager, sql, UNDECIDED));
    if (found.length === 0) return;
    const where = { eventId: found.map(({ id }) => id) };
    await this.database.write((manager) => tableOf(manager, Submission).update(manager, where, { decidedAt }));
  }
}
