import { createHash, randomBytes } from 'node:crypto';
import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { run } from '../../database/sql/statements.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { AccountToken, type TokenPurpose } from '../auth/account.entity.js';

/** The part of the address of the editor's page that tells it what a token is for. */
const FRAGMENTS: Readonly<Record<TokenPurpose, string>> = { invitation: 'invitation', password: 'new-password' };

/** The address that opens the form for a password. @param site the address of the site and its base path */
export function linkOf(
  site: { readonly siteUrl: string; readonly basePath: string },
  purpose: TokenPurpose,
  token: string,
): string {
  return `${site.siteUrl}${site.basePath}/admin/#${FRAGMENTS[purpose]}=${token}`;
}

/**
 * Stores the hash of a new token. Others of the same purpose stay valid until one is used, since a message may be sent
 * twice.
 * @returns the token
 */
export async function addToken(
  manager: EntityManager,
  { accountId, purpose, expiresAt }: Pick<AccountToken, 'accountId' | 'purpose' | 'expiresAt'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = truncateToSeconds(new Date());
  await manager.delete(AccountToken, { accountId, purpose, expiresAt: LessThanOrEqual(createdAt) });
  await manager.insert(AccountToken, {
    ...{ accountId, purpose, tokenHash: hashOf(token) },
    ...{ createdAt, expiresAt, usedAt: null },
  });
  return token;
}

/** The link with this token, if it is valid. */
export async function findLink(manager: EntityManager, token: string): Promise<AccountToken | undefined> {
  const purpose = In(Object.keys(FRAGMENTS));
  const found = await manager.findOneBy(AccountToken, { tokenHash: hashOf(token), purpose });
  return found?.usedAt === null && found.expiresAt > new Date() ? found : undefined;
}

/** Uses a link up. @returns whether it was valid: of several at once, one succeeds */
export async function useLink(manager: EntityManager, { id }: AccountToken): Promise<boolean> {
  const now = truncateToSeconds(new Date());
  const sql = 'UPDATE account_tokens SET usedAt = ? WHERE id = ? AND usedAt IS NULL AND expiresAt > ?';
  const { affected } = await run(manager, sql, [now, id, now]);
  return affected === 1;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
