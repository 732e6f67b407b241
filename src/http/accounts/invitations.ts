import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Database } from '../../database/database.js';
import { AccountUnusable } from '../../lib/errors/account-errors.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { DAY } from '../../lib/datetime/durations.js';
import { type Language } from '../../lib/i18n/language.js';
import {
  firstAdministrator,
  getAccount,
  hasAdministrator,
  lockAccount,
  lockAdministrators,
} from '../auth/account-store.js';
import { type Account, AccountToken } from '../auth/account.entity.js';
import { MailQueue } from '../mail/mail-queue.js';
import { addToken } from './account-links.js';

/** Milliseconds for which an invitation is valid. */
const LIFETIME = 7 * DAY;

/** An invitation, whose token is not stored. */
export interface Invitation {
  readonly token: string;
  readonly expiresAt: Date;
  /** Whether a message brings it, too. */
  readonly isMailed: boolean;
}

/** Makes invitations, which let a person choose a password once. */
@Injectable()
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly mail: MailQueue,
  ) {}

  /**
   * Invites to an account. A former invitation ends.
   * @param language of the message, if the account has none
   * @throws {RecordNotFound}
   * @throws {AccountUnusable} if the account is disabled or one of the service
   */
  invite(
    accountId: number,
    language?: Language,
  ): Promise<{ readonly account: Account; readonly invitation: Invitation }> {
    return this.database.write(async (manager) => {
      await lockAccount(manager, accountId);
      const account = await getAccount(manager, accountId);
      return { account, invitation: await storeInvitation(manager, this.mail, account, language) };
    });
  }

  /**
   * Invites the first administrator, unless there is one, or an invitation that is valid. If several instances start
   * together, one does it.
   * @returns the account and its new invitation, or the account alone while an earlier invitation is valid; undefined if
   * there is an administrator
   */
  async inviteFirst(): Promise<{ readonly accountId: number; readonly invitation?: Invitation } | undefined> {
    // Reads first and writes only if needed, since the database may be read-only.
    if (await this.database.read(hasAdministrator)) return undefined;
    return this.database.write(async (manager) => {
      await lockAdministrators(manager);
      if (await hasAdministrator(manager)) return undefined;
      // If there is no account to lock, the second of two instances conflicts with the name of the new one.
      const account = await firstAdministrator(manager);
      const pending = await manager.findOneBy(AccountToken, { accountId: account.id, usedAt: IsNull() });
      const accountId = account.id;
      if (pending && pending.expiresAt > new Date()) return { accountId };
      return { accountId, invitation: await storeInvitation(manager, this.mail, account) };
    });
  }
}

/** Makes the token that is shown, and the message that brings another one. A former invitation ends. */
async function storeInvitation(
  manager: EntityManager,
  mail: MailQueue,
  account: Account,
  language?: Language,
): Promise<Invitation> {
  if (account.disabledAt !== null) throw new AccountUnusable('disabled');
  if (account.isService) throw new AccountUnusable('service');
  const { id: accountId, email } = account;
  const purpose = 'invitation';
  const expiresAt = truncateToSeconds(new Date(Date.now() + LIFETIME));
  await manager.delete(AccountToken, { accountId, purpose });
  const token = await addToken(manager, { accountId, purpose, expiresAt });
  const isMailed = mail.isOn && email !== null;
  if (isMailed) await mail.replace(manager, { accountId, purpose, expiresAt, language: language ?? null });
  return { token, expiresAt, isMailed };
}
