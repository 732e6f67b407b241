import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { DataVersion } from '../../database/data-version.js';
import { tableOf } from '../../database/sql/table.js';
import { Mail } from '../../http/mail/mail.entity.js';
import { MailQueue } from '../../http/mail/mail-queue.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../lib/datetime/durations.js';
import { Unavailable } from '../../lib/errors/api-error.js';
import { nextAttempt } from '../outbox/next-attempt.js';
import { type Attempt, type OutboxTable } from '../outbox/outbox-row.js';
import { type LogStored, OutboxSender } from '../outbox/outbox-sender.js';
import { storeAttempts } from '../outbox/outbox-store.js';
import { MailComposers } from './mail-composers.js';
import { type Message } from './message.js';
import { Smtp, type SmtpOutcome } from './smtp.js';

/** The outbox of mail. */
const MAILS: OutboxTable<Mail> = { entity: Mail, name: 'mails' };

/** The server of `SMTP_URL`, to which all messages go. */
const SERVER = { id: 1 };

/** Milliseconds between one attempt and the next: two days in all. */
const RETRY_DELAYS: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 10, 10, 10].map((hours) => hours * HOUR),
];

/** Milliseconds after which a message is given up, however often it was tried. */
const LONGEST = 2 * DAY;

/** The result of an attempt; `obsolete` if there was nothing to send any more. */
type Outcome = SmtpOutcome | 'obsolete';

type MailAttempt = Attempt<Mail, Outcome>;

/** Sends the messages of the mail outbox, if `SMTP_URL` is set. */
@Injectable()
export class MailSender extends OutboxSender<Mail, typeof SERVER, Outcome> {
  protected readonly table = MAILS;

  constructor(
    database: Database,
    versions: DataVersion,
    private readonly queue: MailQueue,
    private readonly composers: MailComposers,
    private readonly smtp: Smtp,
  ) {
    super(database, versions, queue);
  }

  protected override start(): void | Promise<void> {
    if (this.queue.isOn) return super.start();
  }

  protected receivers(): Promise<readonly (typeof SERVER)[]> {
    return Promise.resolve([SERVER]);
  }

  protected receiverIdOf(): number {
    return SERVER.id;
  }

  protected async attempt(_server: typeof SERVER, mail: Mail, signal: AbortSignal): Promise<Outcome> {
    let message: Message | undefined;
    try {
      message = await this.database.write((manager) => this.compose(manager, mail));
    } catch (error) {
      if (error instanceof MailRemoved) return 'obsolete';
      if (error instanceof Unavailable) throw error;
      this.logger.error({ err: error }, `Mail ${mail.id} (${mail.purpose}) could not be written.`);
      return { error: 'unwritten', isRefused: false };
    }
    return message ? this.smtp.send(message, signal) : 'obsolete';
  }

  /**
   * Makes the text, and the token of a link. Whether the message is still to be sent is read last, since composing locks
   * the account whose links another transaction may have ended.
   * @throws {MailRemoved} so that the token is not stored
   */
  private async compose(manager: EntityManager, mail: Mail): Promise<Message | undefined> {
    const message = await this.composers.compose(manager, mail);
    const { id, claim } = mail;
    const rows = await tableOf(manager, Mail).select(manager, { id, claim }, { columns: ['id'] });
    if (rows.length === 0) throw new MailRemoved();
    return message;
  }

  protected isDelivered(outcome: Outcome): boolean {
    return outcome === 'obsolete' || outcome.error === null;
  }

  protected isReachable(outcome: Outcome): boolean {
    return outcome === 'obsolete' || outcome.error === null || outcome.error === 'unwritten' || outcome.isRefused;
  }

  protected async store(manager: EntityManager, attempts: readonly MailAttempt[]): Promise<LogStored> {
    await storeAttempts(manager, MAILS, attempts, afterAttempt);
    return () => attempts.forEach((attempt) => this.logResult(attempt));
  }

  /** Neither addresses nor texts are logged. */
  private logResult({ row, outcome, at }: MailAttempt): void {
    if (outcome === undefined || outcome === 'obsolete') return;
    const about = { mail: row.id, purpose: row.purpose, account: row.accountId };
    if (outcome.error === null) return this.logger.log(about, 'mail sent');
    const isLast = isGivenUp(row, outcome, at);
    this.logger.warn({ ...about, error: outcome.error }, isLast ? 'mail given up' : 'mail not sent, and tried again');
  }
}

/** A message that was removed while its text was made, because its link has ended. */
class MailRemoved extends Error {}

/** Messages that are sent, given up or obsolete are deleted. */
function afterAttempt({ row, outcome, at }: MailAttempt & { readonly outcome: Outcome }): Partial<Mail> | 'deleted' {
  if (outcome === 'obsolete' || outcome.error === null || isGivenUp(row, outcome, at)) return 'deleted';
  const attempts = row.attempts + 1;
  return { attempts, dueAt: nextAttempt(RETRY_DELAYS, attempts, at)!, claim: null };
}

function isGivenUp({ attempts, createdAt }: Mail, { isRefused }: SmtpOutcome, at: Date): boolean {
  return isRefused || attempts >= RETRY_DELAYS.length || at.getTime() - createdAt.getTime() > LONGEST;
}
