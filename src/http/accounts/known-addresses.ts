import { createHmac } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { run } from '../../database/sql/statements.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { DAY } from '../../lib/datetime/durations.js';
import { type Account, SignInAddress } from '../auth/account.entity.js';
import { clientKeyOf } from '../client-address.js';

/** Milliseconds after which an address is forgotten. */
const LIFETIME = 90 * DAY;

/** Addresses of an account that are kept; of more, the oldest are forgotten. */
const MAX_ADDRESSES = 50;

/** Whether an account was signed in to from an address. The database is asked also without an account. */
export async function isKnownAddress(
  manager: EntityManager,
  account: Account | null,
  address: string,
): Promise<boolean> {
  const addressHash = account?.passwordHash ? hashOf(account.passwordHash, address) : '';
  const found = await manager.findOneBy(SignInAddress, { accountId: account?.id ?? 0, addressHash });
  return found !== null && found.lastUsedAt.getTime() > Date.now() - LIFETIME;
}

/** Stores an address from which an account has signed in. */
export async function rememberAddress(
  manager: EntityManager,
  { id: accountId, passwordHash }: Account,
  address: string,
): Promise<void> {
  if (passwordHash === null) return;
  const addressHash = hashOf(passwordHash, address);
  const lastUsedAt = truncateToSeconds(new Date());
  await run(manager, 'DELETE FROM sign_in_addresses WHERE accountId = ? AND (addressHash = ? OR lastUsedAt < ?)', [
    ...[accountId, addressHash, new Date(lastUsedAt.getTime() - LIFETIME)],
  ]);
  const kept = await manager.find(SignInAddress, { where: { accountId }, order: { lastUsedAt: 'DESC' } });
  for (const forgotten of kept.slice(MAX_ADDRESSES - 1))
    await manager.delete(SignInAddress, { accountId, addressHash: forgotten.addressHash });
  await manager.insert(SignInAddress, { accountId, addressHash, lastUsedAt });
}

/** Forgets the addresses of an account: those that were hashed with its former password are of no use. */
export async function forgetAddresses(manager: EntityManager, accountId: number): Promise<void> {
  await manager.delete(SignInAddress, { accountId });
}

/** The hash differs in each account, and is of no use without its password hash. */
function hashOf(passwordHash: string, address: string): string {
  return createHmac('sha256', passwordHash).update(clientKeyOf(address)).digest('hex');
}
