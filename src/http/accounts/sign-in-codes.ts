import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type EntityManager, LessThan } from 'typeorm';
import { run } from '../../database/sql/statements.js';
import { MINUTE } from '../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../lib/datetime/moment.js';
import { SignInCode } from '../auth/account.entity.js';

/** Milliseconds for which a code is valid. */
const LIFETIME = MINUTE;

/** The purpose of a code: an account, and perhaps the invitation that is accepted with it. */
export type SignInByCode = Pick<SignInCode, 'accountId' | 'linkId' | 'identityHash' | 'role'>;

/**
 * Stores a code with which the page that holds the verifier of the challenge gets a key.
 * @param challenge SHA-256 of the verifier, base64url
 */
export async function addCode(manager: EntityManager, signIn: SignInByCode, challenge: string): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const now = truncateToSeconds(new Date());
  await manager.delete(SignInCode, { expiresAt: LessThan(now) });
  const expiresAt = new Date(now.getTime() + LIFETIME);
  await manager.insert(SignInCode, { codeHash: hexOf(code), challenge, ...signIn, expiresAt });
  return code;
}

/**
 * Uses a code up, whether or not the verifier is right.
 * @returns what it is for; undefined for a code that is unknown, used or expired, or for a wrong verifier
 */
export async function useCode(
  manager: EntityManager,
  code: string,
  verifier: string,
): Promise<SignInByCode | undefined> {
  const codeHash = hexOf(code);
  const found = await manager.findOneBy(SignInCode, { codeHash });
  const { affected } = await run(manager, 'DELETE FROM sign_in_codes WHERE codeHash = ?', [codeHash]);
  if (!found || affected !== 1 || found.expiresAt <= new Date()) return undefined;
  const [given, stored] = [sha256(verifier), Buffer.from(found.challenge, 'base64url')];
  return given.length === stored.length && timingSafeEqual(given, stored) ? found : undefined;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const hexOf = (text: string) => sha256(text).toString('hex');
