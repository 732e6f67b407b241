import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Database } from '../../database/database.js';
import { Settings } from '../../lib/config/settings.js';
import { HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { NoMail } from '../../lib/errors/account-errors.js';
import { lockAccount } from '../auth/account-store.js';
import { type Account } from '../auth/account.entity.js';
import { canUsePassword } from '../auth/mapped-role.js';
import { MailQueue } from '../mail/mail-queue.js';
import { consume, createRateLimiter } from '../rate-limits.js';
import { type RequestContext } from '../request-context.js';
import { AccountsLog } from './accounts-log.js';
import { withPassword } from './with-password.js';

/** Milliseconds for which a link for a new password is valid. */
const LIFETIME = HOUR;

/** Links that an account gets within an hour. */
const MAX_OF_ACCOUNT = 3;

/** Maximum number of look-ups in progress. Further ones are dropped, since no response waits for their result. */
const MAX_AT_ONCE = 50;

/** Mails links for new passwords to people who have forgotten theirs. */
@Injectable()
export class ForgottenPasswords implements BeforeApplicationShutdown {
  /** Whether a forgotten password can be replaced by mail. */
  readonly isOn: boolean;
  private readonly logger = new Logger(ForgottenPasswords.name);
  private readonly ofAccount: RateLimiterAbstract;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly mail: MailQueue,
    private readonly log: AccountsLog,
  ) {
    this.isOn = mail.isOn && settings.passwordSignIn;
    this.ofAccount = createRateLimiter(settings, 'new passwords of account', MAX_OF_ACCOUNT, HOUR / 1000);
  }

  /**
   * Begins to look for the account, and does not wait: neither response nor duration tells whether there is one.
   * @throws {NoMail} if the service sends no mail, or sign-in with a password is off
   */
  request(email: string, context: RequestContext): void {
    if (!this.isOn) throw new NoMail(this.settings.adminContact);
    if (this.underWay.size >= MAX_AT_ONCE) return this.logger.warn('Too many links for new passwords are asked for.');
    const work = this.queueLink(email, context)
      .catch((error: unknown) => this.logger.warn(`A link for a new password could not be stored: ${String(error)}`))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async queueLink(email: string, context: RequestContext): Promise<void> {
    const [account] = await this.database.read((manager) => withPassword(manager, { email }));
    const isMailed = account !== undefined && this.hasPassword(account) && (await this.mayHaveLink(account));
    this.log.write('new password asked for', account?.id ?? null, context, isMailed ? {} : { reason: 'not mailed' });
    if (!isMailed) return;
    const { id: accountId } = account;
    await this.database.write(async (manager) => {
      await lockAccount(manager, accountId);
      const expiresAt = truncateToSeconds(new Date(Date.now() + LIFETIME));
      await this.mail.replace(manager, { accountId, purpose: 'password', expiresAt, language: context.language });
    });
  }

  private hasPassword(account: Account): boolean {
    return canUsePassword(account, this.settings) && account.disabledAt === null && !account.isService;
  }

  private async mayHaveLink({ id }: Account): Promise<boolean> {
    return consume(this.ofAccount, String(id)).then(
      () => true,
      () => false,
    );
  }
}
