import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Fault } from '../../errors/fault.js';
import { single } from '../../values/parser.js';
import { Turns } from './turns.js';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const KEY_BYTES = 32;
const MAX_LENGTH = 255;

/**
 * How many passwords are worked on at once: each one takes a processor core and 16 MiB for some 50 ms, and half of the
 * cores are for everybody else.
 */
const AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));

/** How many wait for that; on one core some 3 s. */
const WAITING = 64;

const turns = new Turns(AT_ONCE, WAITING);

/** A password, as it is: nothing is trimmed or folded. */
export const parsePassword = single<string>((value) => {
  if (typeof value !== 'string') return new Fault((messages) => messages.text);
  return value.length > MAX_LENGTH ? new Fault((messages) => messages.tooLong(MAX_LENGTH)) : value;
});

/**
 * `scrypt$<salt>$<key>`, both base64url (RFC 7914 with Node's default cost).
 * @throws {Busy} where too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await turns.run('writers', () => derive(password, salt, KEY_BYTES));
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/**
 * Whether a password is the hashed one, in constant time.
 * @param client who tries: clients take turns
 * @throws {Busy} where too many wait
 */
export async function isPassword(password: string, hash: string, client = ''): Promise<boolean> {
  const [, salt = '', key = ''] = hash.split('$');
  const derived = await turns.run(client, () => derive(password, Buffer.from(salt, 'base64url'), KEY_BYTES));
  const expected = Buffer.from(key, 'base64url');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}
