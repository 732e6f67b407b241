import { Global, Injectable, Module } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { run } from '../../database/sql/statements.js';
import { tableOf } from '../../database/sql/table.js';
import { Settings } from '../../lib/config/settings.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { Mail, type MailPurpose } from './mail.entity.js';

/** A message, before it is stored. By default it is due at once. */
export type NewMail = Pick<Mail, 'purpose'> &
  Partial<Pick<Mail, 'accountId' | 'kind' | 'recordId' | 'note' | 'language' | 'slot' | 'expiresAt' | 'dueAt'>>;

/** Stores messages in the transaction of the write that they tell of. `MailSender` sends them. */
@Injectable()
export class MailQueue {
  /** Whether the service sends mail. */
  readonly isOn: boolean;
  private hasNewMessages = false;

  constructor({ smtpUrl }: Settings) {
    this.isOn = smtpUrl !== '';
  }

  /** Stores a message, if the service sends mail. One for the same account, purpose and `slot` exists once. */
  async add(manager: EntityManager, mail: NewMail): Promise<void> {
    if (!this.isOn) return;
    const now = truncateToSeconds(new Date());
    const row = { createdAt: now, dueAt: now, ...mail };
    const table = tableOf(manager, Mail);
    if (mail.slot === undefined) await table.insert(manager, [row]);
    else await table.upsert(manager, [row], ['accountId', 'purpose', 'slot']);
    this.hasNewMessages = true;
  }

  /** Stores a message with a link, in place of a former one whose link has ended. */
  async replace(manager: EntityManager, mail: NewMail & { readonly accountId: number }): Promise<void> {
    await removeMails(manager, mail.accountId, [mail.purpose]);
    await this.add(manager, mail);
  }

  /** Whether messages have been stored since the last call, perhaps in a transaction that was rolled back. */
  takeNews(): boolean {
    const hadNewMessages = this.hasNewMessages;
    this.hasNewMessages = false;
    return hadNewMessages;
  }
}

/** Removes messages to an account that were not sent yet, since their links have ended. */
export async function removeMails(
  manager: EntityManager,
  accountId: number,
  purposes: readonly MailPurpose[],
): Promise<void> {
  const list = purposes.map(() => '?').join(', ');
  await run(manager, `DELETE FROM mails WHERE accountId = ? AND purpose IN (${list})`, [accountId, ...purposes]);
}

@Global()
@Module({ providers: [MailQueue], exports: [MailQueue] })
export class MailQueueModule {}
