import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ApiError } from '../../../lib/errors/api-error.js';
import { RelatedRecordCache } from '../../resource/related-record-cache.js';
import { Database } from '../../../database/database.js';
import { PeriodicTask } from '../../../lib/tasks/periodic-task.js';
import { query, run } from '../../../database/sql/statements.js';
import { Site } from '../../../http/urls/site.js';
import { loadEvents } from '../relations/relations.js';
import { syncSeries } from './sync.js';
import { MINUTE } from '../../../lib/datetime/durations.js';

/** Milliseconds that creating the occurrences of one series may take. No request waits for it. */
const TIMEOUT = 30_000;

const BATCH_SIZE = 50;

/** Creates occurrences within the horizon. The instance that first clears `extendAt` does it, in that transaction. */
@Injectable()
export class SeriesHorizon extends PeriodicTask {
  /** Occurrences come into view months ahead. */
  protected readonly interval = MINUTE;

  constructor(
    private readonly database: Database,
    private readonly relatedRecords: RelatedRecordCache,
    private readonly site: Site,
  ) {
    super();
  }

  protected override start(): void {
    this.schedule(0);
  }

  /** Creates all occurrences that have come within the horizon. A failing series does not delay the others. */
  async run(now = new Date()): Promise<void> {
    const failed: number[] = [];
    for (;;) {
      const due = await this.database.read((manager) => dueSeries(manager, now, failed));
      for (const series of due) {
        try {
          await this.database.write((manager) => this.extend(manager, series, now), TIMEOUT);
        } catch (error) {
          if (error instanceof ApiError) throw error;
          this.logger.error({ err: error, series });
          failed.push(series);
        }
      }
      if (due.length < BATCH_SIZE) return;
    }
  }

  private async extend(manager: EntityManager, id: number, now: Date): Promise<void> {
    const sql = 'UPDATE events SET extendAt = NULL WHERE id = ? AND extendAt <= ?';
    const { affected: claimed } = await run(manager, sql, [id, now]);
    if (claimed === 0) return;
    const [series] = await loadEvents(manager, [id], this.relatedRecords);
    if (!series?.recurrence || series.status === 'trash') return;
    const horizon = { now, months: this.site.seriesHorizon };
    await syncSeries(manager, series, series, { horizon, mayEdit: () => true });
  }
}

/** The ids of series of which occurrences have come within the horizon. */
async function dueSeries(manager: EntityManager, now: Date, without: readonly number[]): Promise<number[]> {
  const others = without.length > 0 ? `AND id NOT IN (${without.join()}) ` : '';
  const sql = `SELECT id FROM events WHERE extendAt <= ? ${others}ORDER BY extendAt LIMIT ${BATCH_SIZE}`;
  const rows = await query<{ id: number }>(manager, sql, [now]);
  return rows.map(({ id }) => id);
}
