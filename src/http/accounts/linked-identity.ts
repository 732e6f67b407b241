import { Logger } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { endKeys, endSignIns, isLastAdministrator } from '../auth/account-store.js';
import { Account, AccountToken } from '../auth/account.entity.js';
import { useLink } from './account-links.js';
import { type SignInByCode } from './sign-in-codes.js';

/** Says that the last administrator has a role that the organization does not give. */
export function warnOfKeptRole({ id }: Account): void {
  const logger = new Logger('Accounts');
  logger.warn({ account: id }, 'the last administrator keeps the role, which the organization has taken away');
}

/** The changes that linking an identity has made. */
export interface LinkedIdentity {
  readonly before: Account;
  /** The account that the identity belonged to; null if it is new. */
  readonly former: Account | null;
}

/**
 * Accepts an invitation through the organization, once the page has shown that it began the sign-in. The password
 * and the keys of the account end: whoever has them would otherwise get the role of the person who is linked. An
 * identity moves from the account that it belonged to, which loses its keys. Administrators are locked.
 * @returns undefined if the invitation is not valid any more, or the identity stays with the last administrator
 */
export async function linkIdentity(
  manager: EntityManager,
  { accountId, linkId, identityHash, role }: SignInByCode,
): Promise<LinkedIdentity | undefined> {
  const invitation = await manager.findOneBy(AccountToken, { id: linkId!, accountId });
  const account = await manager.findOneBy(Account, { id: accountId });
  const former = await manager.findOneBy(Account, { identityHash: identityHash! });
  const moves = former !== null && former.id !== accountId;
  if (!invitation || !account || (moves && (await isLastAdministrator(manager, former)))) return undefined;
  if (!(await useLink(manager, invitation))) return undefined;
  if (moves) {
    await endAll(manager, former.id);
    await manager.update(Account, { id: former.id }, { identityHash: null, isRoleMapped: false });
  }
  await endAll(manager, accountId);
  const keepsRole = role !== null && role !== 'administrator' && (await isLastAdministrator(manager, account));
  if (keepsRole) warnOfKeptRole(account);
  const mapped = role === null ? {} : { isRoleMapped: true, ...(!keepsRole && { role }) };
  await manager.update(Account, { id: accountId }, { identityHash, passwordHash: null, ...mapped });
  return { before: account, former: moves ? former : null };
}

async function endAll(manager: EntityManager, accountId: number): Promise<void> {
  await endSignIns(manager, accountId);
  await endKeys(manager, accountId);
}
