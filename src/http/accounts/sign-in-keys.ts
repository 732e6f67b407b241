import { type EntityManager, IsNull } from 'typeorm';
import { run } from '../../database/sql/statements.js';
import { DAY, HOUR } from '../../lib/datetime/durations.js';
import { truncateToSeconds, utcText } from '../../lib/datetime/moment.js';
import { addKey } from '../auth/account-store.js';
import { type Account, ApplicationKey } from '../auth/account.entity.js';
import { formatKey, newKey } from '../auth/keys.js';

/** Milliseconds for which a sign-in lasts. */
const LIFETIME = 12 * HOUR;

/** Milliseconds for which a sign-in lasts that stays, and the days without use after which it ends before. */
const LONG_LIFETIME = 30 * DAY;
const IDLE_DAYS = 14;

/** Milliseconds for which a sign-in is stored after its end, so that its holder learns why it ended. */
const RETENTION = 30 * DAY;

/** Sign-ins of an account at a time; the oldest ends if there are more. */
const MAX_SIGN_INS = 50;

/** A key that signing in has made. */
export interface SignInKey {
  readonly id: string;
  readonly text: string;
  /** When it ends, in UTC, as responses write it. */
  readonly expires: string;
}

/** Stores the key of a sign-in. */
export async function addSignInKey(manager: EntityManager, account: Account, stay: boolean): Promise<SignInKey> {
  const now = Date.now();
  const expiresAt = truncateToSeconds(new Date(now + (stay ? LONG_LIFETIME : LIFETIME)));
  const key = newKey();
  const idleDays = stay ? IDLE_DAYS : null;
  await removeEnded(manager, account, new Date(now - RETENTION));
  await endOldest(manager, account);
  await addKey(manager, account, key, { kind: 'sign-in', name: 'sign-in', expiresAt, idleDays });
  return { id: key.id, text: formatKey(key), expires: utcText(expiresAt) };
}

async function removeEnded(manager: EntityManager, { id }: Account, before: Date): Promise<void> {
  const sql =
    "DELETE FROM application_keys WHERE accountId = ? AND kind = 'sign-in' AND (revokedAt < ? OR expiresAt < ?)";
  await run(manager, sql, [id, before, before]);
}

async function endOldest(manager: EntityManager, { id: accountId }: Account): Promise<void> {
  const where = { accountId, kind: 'sign-in', revokedAt: IsNull() } as const;
  const open = await manager.find(ApplicationKey, { where, order: { createdAt: 'DESC', id: 'DESC' } });
  for (const { id } of open.slice(MAX_SIGN_INS - 1))
    await manager.update(ApplicationKey, { id }, { revokedAt: new Date() });
}
