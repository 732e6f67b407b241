import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { Busy } from '../../../lib/errors/api-error.js';
import { FieldError, single } from '../../../lib/errors/field-error.js';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const KEY_BYTES = 32;
const MAX_LENGTH = 255;

/**
 * One derivation uses a processor core and 16 MiB for about 50 ms, so half of the cores stay free for other requests.
 */
const CONCURRENCY = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

/** Maximum number of waiting derivations; on one core the last one waits about 3 s. */
const MAX_WAITING = 64;

const RETRY_AFTER = 1;

const queue = new PQueue({ concurrency: CONCURRENCY });

/** Reads a password, which is neither trimmed nor normalised. */
export const parsePassword = single<string>((value) => {
  if (typeof value !== 'string') return new FieldError((messages) => messages.text);
  return value.length > MAX_LENGTH ? new FieldError((messages) => messages.tooLong(MAX_LENGTH)) : value;
});

/**
 * `scrypt$<salt>$<key>`, both base64url (RFC 7914 with Node's default cost).
 * @throws {Busy} if too many derivations wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

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
