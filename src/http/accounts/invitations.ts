import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Database } from '../../database/database.js';
import { run } from '../../database/sql/statements.js';
import { AccountUnusable } from '../../lib/errors/account-errors.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { DAY } from '../../lib/datetime/durations.js';
import {
  firstAdministrator,
  getAccount,
  hasAdministrator,
  lockAccount,
  lockAdministrators,
} from '../auth/account-store.js';
import { type Account, AccountToken } from '../auth/account.entity.js';

/** Milliseconds for which an invitation is valid. */
const LIFETIME = 7 * DAY;

/** An invitation, whose token is not stored. */
export interface Invitation {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes invitations, which let a person choose a password once. */
@Injectable()
export class Invitations {
  constructor(private readonly database: Database) {}

  /**
   * Invites to an account. A former invitation ends.
   * @throws {RecordNotFound}
   * @throws {AccountUnusable} if the account is disabled or one of the service
   */
  invite(accountId: number): Promise<{ readonly account: Account; readonly invitation: Invitation }> {
    return this.database.write(async (manager) => {
      await lockAccount(manager, accountId);
      const account = await getAccount(manager, accountId);
      return { account, invitation: await storeInvitation(manager, account) };
    });
  }

  /**
   * Invites the first administrator, unless there is one, or an invitation that is valid. If several instances start
   * together, one does it.
   * @returns the id of the account, without an invitation if a former one is still valid; undefined if nobody is invited
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
      return { accountId, invitation: await storeInvitation(manager, account) };
    });
  }
}

/** The address that opens the form of an invitation. @param site the address of the site and its base path */
export function invitationUrl(site: { readonly siteUrl: string; readonly basePath: string }, token: string): string {
  return `${site.siteUrl}${site.basePath}/admin/#invitation=${token}`;
}

/** The invitation with this token, if it is valid. */
export async function findInvitation(manager: EntityManager, token: string): Promise<AccountToken | undefined> {
  const found = await manager.findOneBy(AccountToken, { tokenHash: hashOf(token), purpose: 'invitation' });
  return found?.usedAt === null && found.expiresAt > new Date() ? found : undefined;
}

/** Uses an invitation up. @returns whether it was valid: of several at once, one succeeds */
export async function useInvitation(manager: EntityManager, { id }: AccountToken): Promise<boolean> {
  const now = truncateToSeconds(new Date());
  const sql = 'UPDATE account_tokens SET usedAt = ? WHERE id = ? AND usedAt IS NULL AND expiresAt > ?';
  const { affected } = await run(manager, sql, [now, id, now]);
  return affected === 1;
}

async function storeInvitation(manager: EntityManager, account: Account): Promise<Invitation> {
  if (account.disabledAt !== null) throw new AccountUnusable('disabled');
  if (account.isService) throw new AccountUnusable('service');
  const token = randomBytes(32).toString('base64url');
  const createdAt = truncateToSeconds(new Date());
  const expiresAt = new Date(createdAt.getTime() + LIFETIME);
  await manager.delete(AccountToken, { accountId: account.id, purpose: 'invitation' });
  await manager.insert(AccountToken, {
    ...{ accountId: account.id, purpose: 'invitation', tokenHash: hashOf(token) },
    ...{ createdAt, expiresAt, usedAt: null },
  });
  return { token, expiresAt };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
