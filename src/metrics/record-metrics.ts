import { Injectable, Logger } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Gauge } from 'prom-client';
import { Database } from '../database/database.js';
import { selectNamedInWorker } from '../database/sql/statements.js';
import { resources } from '../resources.js';
import { countAtIntervals, Metrics } from './metrics.js';

/** Milliseconds between two counts. */
const INTERVAL = 60_000;

interface StatusCount {
  readonly status: string;
  readonly count: number | string;
}

/** The number of records of each resource in each status. Terms have no status and count as published. */
@Injectable()
export class RecordMetrics {
  private readonly logger = new Logger('metrics');
  private readonly gauge: Gauge<'kind' | 'status'>;

  constructor(
    { registry }: Metrics,
    private readonly database: Database,
  ) {
    this.gauge = new Gauge({
      name: 'calendar_records',
      help: 'Records by kind and status, counted at most once a minute.',
      labelNames: ['kind', 'status'],
      // Every worker counts the same records, so they are not summed.
      aggregator: 'max',
      registers: [registry],
      collect: countAtIntervals(
        INTERVAL,
        () => this.count(),
        (error) => this.forget(error),
      ),
    });
  }

  /** Missing values are better than outdated ones. */
  private forget(error: unknown): void {
    this.gauge.reset();
    this.logger.debug({ err: error }, 'The records could not be counted.');
  }

  private async count(): Promise<void> {
    const counts = await this.database.read(countRecords);
    this.gauge.reset();
    for (const { kind, status, count } of counts) this.gauge.set({ kind, status }, Number(count));
  }
}

async function countRecords(manager: EntityManager): Promise<(StatusCount & { kind: string })[]> {
  const counts: (StatusCount & { kind: string })[] = [];
  for (const { names, entity, isPublished } of resources) {
    const table = manager.dataSource.getMetadata(entity).tableName;
    const sql = isPublished
      ? `SELECT status, COUNT(*) AS count FROM ${table} GROUP BY status`
      : `SELECT 'publish' AS status, COUNT(*) AS count FROM ${table}`;
    const rows = await selectNamedInWorker<StatusCount>(manager, { sql, parameters: {} });
    counts.push(...rows.map((row) => ({ ...row, kind: names.plural })));
  }
  return counts;
}
