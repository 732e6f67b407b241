import { Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Database } from '../database/database.js';
import { selectNamedInWorker } from '../database/sql/statements.js';
import { Dispatcher } from '../webhooks/dispatcher.js';
import { countAtIntervals, Metrics } from './metrics.js';

/** Milliseconds between two counts. */
const INTERVAL = 15_000;

const STATES = ['active', 'failing', 'inactive', 'switched_off'] as const;

const STATES_SQL =
  "SELECT CASE WHEN isActive = FALSE AND switchedOffAt IS NOT NULL THEN 'switched_off' " +
  "WHEN isActive = FALSE THEN 'inactive' WHEN failingSince IS NOT NULL THEN 'failing' ELSE 'active' END AS state, " +
  'COUNT(*) AS count FROM webhooks GROUP BY 1';

/** Reads a range of the index for each webhook, so that finished deliveries are not read. */
const OUTBOX_SQL =
  'SELECT COUNT(*) AS count FROM webhooks webhook JOIN webhook_deliveries delivery ' +
  "ON delivery.webhookId = webhook.id AND delivery.dueAt >= '1970-01-01 00:00:00' WHERE webhook.isActive = TRUE";

interface Count {
  readonly state?: (typeof STATES)[number];
  readonly count: number | string;
}

/** The attempts of this instance, the states of webhooks, and the messages that are waiting. */
@Injectable()
export class WebhookMetrics {
  private readonly logger = new Logger('metrics');
  private readonly webhooks: Gauge<'state'>;
  private readonly outbox: Gauge;

  constructor(
    { registry }: Metrics,
    private readonly database: Database,
    dispatcher: Dispatcher,
  ) {
    // Every worker counts the same rows, so they are not summed.
    const collect = countAtIntervals(
      INTERVAL,
      () => this.count(),
      (error) => this.forget(error),
    );
    const shared = { aggregator: 'max' as const, registers: [registry], collect };
    this.webhooks = new Gauge({
      name: 'calendar_webhooks',
      help: 'Webhooks by state: active, failing (since the last success), inactive, switched_off (after failures).',
      labelNames: ['state'],
      ...shared,
    });
    this.outbox = new Gauge({
      name: 'calendar_webhook_outbox',
      help: 'Messages that are to be sent to active webhooks, or to be sent again.',
      ...shared,
    });
    new Counter({
      name: 'calendar_webhook_attempts_total',
      help: 'Attempts to deliver a message, by result.',
      labelNames: ['result'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(dispatcher.attempts)) this.inc({ result }, count);
      },
    });
  }

  /** Missing values are better than outdated ones. */
  private forget(error: unknown): void {
    this.webhooks.reset();
    this.outbox.remove();
    this.logger.debug({ err: error }, 'The webhooks could not be counted.');
  }

  private async count(): Promise<void> {
    const [states, [outbox]] = await this.database.read(async (manager) => [
      await selectNamedInWorker<Count>(manager, { sql: STATES_SQL, parameters: {} }),
      await selectNamedInWorker<Count>(manager, { sql: OUTBOX_SQL, parameters: {} }),
    ]);
    for (const state of STATES)
      this.webhooks.set({ state }, Number(states.find((one) => one.state === state)?.count ?? 0));
    this.outbox.set(Number(outbox?.count ?? 0));
  }
}
