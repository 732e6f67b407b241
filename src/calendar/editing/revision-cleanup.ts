import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Settings } from '../../lib/config/settings.js';
import { PeriodicTask } from '../../lib/tasks/periodic-task.js';
import { pruneRevisions } from '../records/revisions/prune-revisions.js';
import { HOUR } from '../../lib/datetime/durations.js';

/** Removes revisions that are older than `REVISIONS_DAYS`, except the last ones of each record. */
@Injectable()
export class RevisionCleanup extends PeriodicTask {
  protected readonly interval = HOUR;

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {
    super();
  }

  /** @param now for tests */
  async run(now = new Date()): Promise<void> {
    await pruneRevisions(this.database, { days: this.settings.revisionsDays, now });
  }
}
