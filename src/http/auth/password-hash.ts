import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { Busy } from '../../lib/errors/api-error.js';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const KEY_BYTES = 32;

/**
 * One derivation uses a processor core and 16 MiB for about 50 ms, so half of the cores stay free for other requests.
 */
const CONCURRENCY = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

/** Maximum number of waiting derivations; on one core the last one waits about 3 s. */
const MAX_WAITING = 64;

const RETRY_AFTER = 1;

const queue = new PQueue({ concurrency: CONCURRENCY });

/**
 * `scrypt$<salt>$<key>`, both base64url (RFC 7914 with Node's default cost).
 * @throws {Busy} if too many derivations wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** A hash that no password has. Verifying a password against it takes as long as against any other. */
export const NO_PASSWORD = `scrypt$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(KEY_BYTES).toString('base64url')}`;

/**
 * Whether a password matches a hash, compared in constant time.
 * @throws {Busy} if too many derivations wait
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, salt = '', key = ''] = hash.split('$');
  const derived = await deriveKey(password, Buffer.from(salt, 'base64url'));
  const expected = Buffer.from(key, 'base64url');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

async function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
  if (queue.size >= MAX_WAITING) throw new Busy(RETRY_AFTER);
  return queue.add(() => derive(password, salt, KEY_BYTES));
}
