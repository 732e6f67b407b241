import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ChangeLog } from '../../calendar/records/change-log/change-log.js';
import { resources } from '../../calendar/resources.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { type UnitOfWork } from '../../database/database.js';
import { chunks, parseSqliteTime, query } from '../../database/sql/statements.js';
import { Account } from '../../http/auth/account.entity.js';
import { MailQueue } from '../../http/mail/mail-queue.js';
import { MINUTE } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';

/** Milliseconds of which one message tells. */
const SLOT = 15 * MINUTE;

/** Milliseconds after the end of a slot in which transactions that began in it are committed. */
const GRACE = MINUTE;

/** Ids in one statement. */
const MAX_IDS = 1000;

/** A period of a quarter of an hour. */
export interface Slot {
  readonly start: Date;
  readonly end: Date;
}

export const slotOf = (number: number): Slot => ({
  start: new Date(number * SLOT),
  end: new Date((number + 1) * SLOT),
});

/** The published resources, whose records can wait for a review. */
export const reviewedResources: readonly ResourceDefinition[] = resources.filter(({ isPublished }) => isPublished);

/** Stores a message to those who asked for it, when something begins to wait for a review: one for a quarter of an hour. */
@Injectable()
export class PendingNotices implements OnModuleInit {
  constructor(
    private readonly log: ChangeLog,
    private readonly mail: MailQueue,
  ) {}

  onModuleInit(): void {
    if (this.mail.isOn) this.log.addListener((unit) => this.store(unit));
  }

  private async store(unit: UnitOfWork): Promise<void> {
    const slots = await this.slotsIn(unit);
    if (slots.length === 0) return;
    const accounts = await readersOf(unit);
    for (const slot of slots)
      for (const { id: accountId } of accounts)
        await this.mail.add(unit, {
          ...{ purpose: 'pending', accountId, slot },
          dueAt: new Date(slotOf(slot).end.getTime() + GRACE),
        });
  }

  /** The slots in which written records have just begun to wait. Messages of earlier ones may have been sent. */
  private async slotsIn(unit: UnitOfWork): Promise<number[]> {
    const since = truncateToSeconds(new Date(Date.now() - GRACE));
    const slots = new Set<number>();
    for (const { entity, names } of reviewedResources)
      for (const ids of chunks([...(unit.writtenRecords.get(entity) ?? [])], MAX_IDS)) {
        if (ids.length === 0) continue;
        const sql = `SELECT DISTINCT pendingAt FROM ${names.plural} WHERE id IN (${ids.join()}) AND status = 'pending' AND pendingAt >= ?`;
        for (const { pendingAt } of await query<{ pendingAt: Date | string }>(unit, sql, [since])) {
          const time = typeof pendingAt === 'string' ? parseSqliteTime(pendingAt) : pendingAt;
          slots.add(Math.floor(time.getTime() / SLOT));
        }
      }
    return [...slots];
  }
}

/** The accounts that are told of what waits. */
function readersOf(manager: EntityManager): Promise<Pick<Account, 'id'>[]> {
  const sql =
    "SELECT id FROM accounts WHERE notices = 'pending' AND disabledAt IS NULL AND email IS NOT NULL " +
    "AND role IN ('editor', 'administrator')";
  return query<Pick<Account, 'id'>>(manager, sql);
}
