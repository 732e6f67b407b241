import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../../lib/config/settings.js';
import { ChangeLog } from '../../calendar/records/change-log/change-log.js';
import { type PublicChange, publicChanges } from '../../calendar/records/change-log/public-changes.js';
import { isSqlite } from '../../database/data-source.js';
import { chunks, run } from '../../database/sql/statements.js';
import { type UnitOfWork } from '../../database/database.js';
import { MINUTE } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { ActiveWebhooks } from './active-webhooks.js';
import { newMessageId } from './sender.js';
import { EVERYTHING, messageType } from './webhook.names.js';
import { type Webhook } from './webhook.entity.js';

/** Number of rows that one statement inserts. */
const BATCH_SIZE = 500;

const COLUMNS = ['webhookId', 'messageId', 'type', 'kind', 'recordId', 'revision', 'createdAt', 'dueAt', 'status'];

/** Stores messages for webhooks in the transaction of the write (transactional outbox), so that a crash loses none. */
@Injectable()
export class Outbox implements OnModuleInit {
  /** Set during imports: a record has at most one message per minute, which is sent at the end of the minute. */
  isThrottledByMinute = false;
  private hasNewMessages = false;

  constructor(
    private readonly log: ChangeLog,
    private readonly webhooks: ActiveWebhooks,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.log.addListener((unit) => this.store(unit));
  }

  private async store(unit: UnitOfWork): Promise<void> {
    const webhooks = await this.webhooks.of(unit);
    if (webhooks.length === 0) return;
    const rows = (await publicChanges(unit)).flatMap((change) => this.rowsOf(change, webhooks));
    for (const some of chunks(rows, BATCH_SIZE)) if (some.length > 0) await insert(unit, some);
    this.hasNewMessages ||= rows.length > 0;
  }

  /** Whether messages have been stored since the last call, perhaps in a transaction that was rolled back. */
  takeNews(): boolean {
    const hadNewMessages = this.hasNewMessages;
    this.hasNewMessages = false;
    return hadNewMessages;
  }

  private rowsOf(change: PublicChange, webhooks: readonly Webhook[]): unknown[][] {
    const { kind, id, revision } = change;
    const type = messageType(kind, change.type);
    const now = truncateToSeconds(new Date());
    const [messageId, dueAt] = this.isThrottledByMinute ? this.oncePerMinute(change, now) : [newMessageId(), now];
    return webhooks
      .filter(({ events }) => [EVERYTHING, type].some((wanted) => events.split(',').includes(wanted)))
      .map((webhook) => [webhook.id, messageId, type, kind, id, revision, now, dueAt, 'pending']);
  }

  /** An id that is the same for all changes of a record in a minute, and when the minute is over. */
  private oncePerMinute({ kind, id }: PublicChange, now: Date): [messageId: string, dueAt: Date] {
    const minute = Math.floor(now.getTime() / MINUTE);
    const digest = createHash('sha256').update(`${this.settings.siteUrl} ${kind} ${id} ${minute}`).digest('hex');
    const dueAt = new Date((minute + 1) * MINUTE + this.settings.databaseTimeout);
    return [`msg_${digest.slice(0, 32)}`, dueAt];
  }
}

/**
 * Inserts messages. In an import, a later message replaces that of the same record and minute, but an update keeps the
 * type of a publication.
 */
async function insert(unit: UnitOfWork, rows: readonly unknown[][]): Promise<void> {
  const onSqlite = isSqlite(unit.dataSource);
  const given = (name: string) => (onSqlite ? `excluded.${name}` : `VALUES(${name})`);
  const clash = onSqlite ? 'ON CONFLICT (messageId, webhookId) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE';
  const type = `CASE WHEN ${given('type')} LIKE '%.updated' THEN webhook_deliveries.type ELSE ${given('type')} END`;
  const lines = rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
  await run(
    unit,
    `INSERT INTO webhook_deliveries (${COLUMNS.join(', ')}) VALUES ${lines} ` +
      `${clash} type = ${type}, revision = ${given('revision')}`,
    rows.flat() as never[],
  );
}
