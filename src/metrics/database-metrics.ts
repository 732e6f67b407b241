import { Injectable, Logger } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Counter, Gauge } from 'prom-client';
import { Database } from '../database/database.js';
import { selectNamedInWorker } from '../database/sql/statements.js';
import { resources } from '../resources.js';
import { Dispatcher } from '../webhooks/dispatcher.js';
import { Metrics, type Sample } from './metrics.js';

/** Minimum intervals between two counts in milliseconds, since they read whole indexes. */
const RECORDS_INTERVAL = 60_000;
const WEBHOOKS_INTERVAL = 15_000;

const WEBHOOK_STATES = ['active', 'failing', 'inactive', 'switched_off'] as const;

const WEBHOOK_STATES_SQL =
  "SELECT CASE WHEN isActive = FALSE AND switchedOffAt IS NOT NULL THEN 'switched_off' " +
  "WHEN isActive = FALSE THEN 'inactive' WHEN failingSince IS NOT NULL THEN 'failing' ELSE 'active' END AS state, " +
  'COUNT(*) AS count FROM webhooks GROUP BY 1';

/** Reads a range of the index for each webhook, so that finished deliveries are not read. */
const OUTBOX_SQL =
  'SELECT COUNT(*) AS count FROM webhooks webhook JOIN webhook_deliveries delivery ' +
  "ON delivery.webhookId = webhook.id AND delivery.dueAt >= '1970-01-01 00:00:00' WHERE webhook.isActive = TRUE";

interface StateCount {
  readonly state: string;
  readonly count: number | string;
}

/** Numbers of rows: records by their state, webhooks by theirs, and the messages that are waiting. */
@Injectable()
export class DatabaseMetrics {
  private readonly logger = new Logger('metrics');

  constructor(metrics: Metrics, database: Database, dispatcher: Dispatcher) {
    // Every worker counts the same rows, so they are not summed.
    const shared = { aggregator: 'max' } as const;
    const records = this.atIntervals(RECORDS_INTERVAL, () => database.read(countRecords));
    metrics.add(
      Gauge,
      {
        name: 'calendar_records',
        help: 'Records by kind and status, counted at most once a minute.',
        labelNames: ['kind', 'status'],
        ...shared,
      },
      records,
    );
    const webhooks = this.atIntervals(WEBHOOKS_INTERVAL, () => database.read(countWebhooks));
    metrics.add(
      Gauge,
      {
        name: 'calendar_webhooks',
        help: 'Webhooks by state: active, failing (since the last success), inactive, switched_off (after failures).',
        labelNames: ['state'],
        ...shared,
      },
      async () => (await webhooks()).filter(([{ state }]) => state !== undefined),
    );
    metrics.add(
      Gauge,
      {
        name: 'calendar_webhook_outbox',
        help: 'Messages that are to be sent to active webhooks, or to be sent again.',
        ...shared,
      },
      async () => (await webhooks()).filter(([{ state }]) => state === undefined),
    );
    metrics.add(
      Counter,
      {
        name: 'calendar_webhook_attempts_total',
        help: 'Attempts to deliver a message, by result.',
        labelNames: ['result'],
      },
      () => Object.entries(dispatcher.attempts).map(([result, count]) => [{ result }, count]),
    );
  }

  /** Counts at most once per interval. Without the database there are no samples, which is better than outdated ones. */
  private atIntervals(interval: number, count: () => Promise<Sample[]>): () => Promise<Sample[]> {
    let startedAt = -Infinity;
    let last: Promise<Sample[]> = Promise.resolve([]);
    return () => {
      if (performance.now() - startedAt < interval) return last;
      startedAt = performance.now();
      last = count().catch((error: unknown) => {
        this.logger.debug({ err: error }, 'The rows could not be counted.');
        return [];
      });
      return last;
    };
  }
}

/** The number of records of each resource in each status. Terms have no status and count as published. */
async function countRecords(manager: EntityManager): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { names, entity, isPublished } of resources) {
    const table = manager.dataSource.getMetadata(entity).tableName;
    const sql = isPublished
      ? `SELECT status AS state, COUNT(*) AS count FROM ${table} GROUP BY status`
      : `SELECT 'publish' AS state, COUNT(*) AS count FROM ${table}`;
    const rows = await selectNamedInWorker<StateCount>(manager, { sql, parameters: {} });
    samples.push(...rows.map(({ state, count }): Sample => [{ kind: names.plural, status: state }, Number(count)]));
  }
  return samples;
}

/** The number of webhooks in each state, and without a state the number of waiting messages. */
async function countWebhooks(manager: EntityManager): Promise<Sample[]> {
  const states = await selectNamedInWorker<StateCount>(manager, { sql: WEBHOOK_STATES_SQL, parameters: {} });
  const [outbox] = await selectNamedInWorker<StateCount>(manager, { sql: OUTBOX_SQL, parameters: {} });
  const numberOf = (state: string) => Number(states.find((row) => row.state === state)?.count ?? 0);
  return [...WEBHOOK_STATES.map((state): Sample => [{ state }, numberOf(state)]), [{}, Number(outbox?.count ?? 0)]];
}
