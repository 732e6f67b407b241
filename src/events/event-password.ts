import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Fault } from '../common/errors/fault.js';
import { single } from '../common/values/parser.js';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const KEY_BYTES = 32;
const MAX_LENGTH = 255;

/** How many passwords are worked on at once: each one takes a thread and 16 MiB for some 50 ms. */
const AT_ONCE = 2;

/** A password, as it is: nothing is trimmed or folded. */
export const parsePassword = single<string>((value) => {
  if (typeof value !== 'string') return new Fault((messages) => messages.text);
  return value.length > MAX_LENGTH ? new Fault((messages) => messages.tooLong(MAX_LENGTH)) : value;
});

/** `scrypt$<salt>$<key>`, both base64url (RFC 7914 with Node's default cost). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await inTurn(() => derive(password, salt, KEY_BYTES));
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Whether a password is the hashed one, in constant time. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, salt = '', key = ''] = hash.split('$');
  const derived = await inTurn(() => derive(password, Buffer.from(salt, 'base64url'), KEY_BYTES));
  const expected = Buffer.from(key, 'base64url');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  working += 1;
  try {
    return await work();
  } finally {
    working -= 1;
    waiting.shift()?.();
  }
}
