import { Injectable, Logger } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Gauge } from 'prom-client';
import { Database, type Work } from '../../database/database.js';
import { selectNamedInWorker } from '../../database/sql/statements.js';
import { resources } from '../../calendar/resources.js';
import { MailSender } from '../../outlets/mail/mail-sender.js';
import { Dispatcher } from '../../outlets/webhooks/dispatcher.js';
import { Metrics, type Sample } from './metrics.js';

const WEBHOOK_STATES_SQL =
  "SELECT CASE WHEN isActive = FALSE AND switchedOffAt IS NOT NULL THEN 'switched_off' " +
  "WHEN isActive = FALSE THEN 'inactive' WHEN failingSince IS NOT NULL THEN 'failing' ELSE 'active' END AS state, " +
  'COUNT(*) AS count FROM webhooks GROUP BY 1';

/** Reads a range of the index for each webhook, so that finished deliveries are not read. */
const OUTBOX_SQL =
  "SELECT 'waiting' AS state, COUNT(*) AS count FROM webhooks webhook JOIN webhook_deliveries delivery " +
  "ON delivery.webhookId = webhook.id AND delivery.dueAt >= '1970-01-01 00:00:00' WHERE webhook.isActive = TRUE";

/** Numbers of rows: records by their state, webhooks by theirs, and the messages that are waiting. */
@Injectable()
export class DatabaseMetrics {
  private readonly logger = new Logger('metrics');

  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    dispatcher: Dispatcher,
    mailSender: MailSender,
  ) {
    const records = 'Records by kind and status, counted at most once a minute.';
    this.add('calendar_records', records, ['kind', 'status'], 60_000, countRecords);
    const webhooks =
      'Webhooks by state: active, failing (since the last success), inactive, switched_off (after failures).';
    this.add('calendar_webhooks', webhooks, ['state'], 15_000, countWebhooks);
    const outbox = 'Messages that are to be sent to active webhooks, or to be sent again.';
    this.add('calendar_webhook_outbox', outbox, [], 15_000, countOutbox);
    this.add('calendar_mail_outbox', 'Mail that is to be sent, or to be sent again.', [], 15_000, countMails);
    const attempts = 'Attempts to deliver a message, by result.';
    metrics.addResultCounter('calendar_webhook_attempts_total', attempts, () => ({ ...dispatcher.attempts }));
    const mails = 'Attempts to send mail, by result.';
    metrics.addResultCounter('calendar_mail_attempts_total', mails, () => ({ ...mailSender.attempts }));
  }

  /**
   * Adds numbers that are counted at most once per interval (in milliseconds), since that reads whole indexes. Without
   * the database there are no samples, which is better than outdated ones.
   */
  private add(name: string, help: string, labels: string[], interval: number, count: Work<Sample[]>): void {
    let startedAt = -Infinity;
    let last: Promise<Sample[]> = Promise.resolve([]);
    // Every worker counts the same rows, so they are not summed.
    const description = { name, help, ...(labels.length > 0 && { labelNames: labels }), aggregator: 'max' } as const;
    this.metrics.add(Gauge, description, () => {
      if (performance.now() - startedAt < interval) return last;
      startedAt = performance.now();
      last = this.database.read(count).catch((error: unknown) => {
        this.logger.debug({ err: error }, 'The rows could not be counted.');
        return [];
      });
      return last;
    });
  }
}

async function countByState(manager: EntityManager, sql: string): Promise<[state: string, count: number][]> {
  const rows = await selectNamedInWorker<{ state: string; count: number | string }>(manager, { sql, parameters: {} });
  return rows.map(({ state, count }) => [state, Number(count)]);
}

/** The number of records of each resource in each status. Terms have no status and count as published. */
async function countRecords(manager: EntityManager): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { names, entity, isPublished } of resources) {
    const table = manager.dataSource.getMetadata(entity).tableName;
    const sql = isPublished
      ? `SELECT status AS state, COUNT(*) AS count FROM ${table} GROUP BY status`
      : `SELECT 'publish' AS state, COUNT(*) AS count FROM ${table}`;
    for (const [status, count] of await countByState(manager, sql))
      samples.push([{ kind: names.plural, status }, count]);
  }
  return samples;
}

/** The number of webhooks in each state, also of states that none is in. */
async function countWebhooks(manager: EntityManager): Promise<Sample[]> {
  const counts = new Map(await countByState(manager, WEBHOOK_STATES_SQL));
  return ['active', 'failing', 'inactive', 'switched_off'].map((state) => [{ state }, counts.get(state) ?? 0]);
}

async function countOutbox(manager: EntityManager): Promise<Sample[]> {
  return (await countByState(manager, OUTBOX_SQL)).map(([, count]) => [{}, count]);
}

async function countMails(manager: EntityManager): Promise<Sample[]> {
  return (await countByState(manager, "SELECT 'waiting' AS state, COUNT(*) AS count FROM mails")).map(([, count]) => [
    {},
    count,
  ]);
}
