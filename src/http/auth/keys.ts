import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/**
 * An application key: `cal_<id>_<secret>_<checksum>`. The id is public and names the key in lists; the checksum reveals
 * typing errors and guesses without reading the database.
 */
export interface Key {
  readonly id: string;
  readonly secret: string;
}

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ID = { alphabet: DIGITS + LOWER, length: 12 };
/** 190 bits of entropy, for which a fast hash is as safe as a slow password hash. */
const SECRET = { alphabet: DIGITS + LOWER + LOWER.toUpperCase(), length: 32 };

const KEY_PATTERN = /^cal_([0-9a-z]{12})_([0-9A-Za-z]{32})_([0-9a-f]{8})$/;

export function newKey(): Key {
  return { id: random(ID), secret: random(SECRET) };
}

export function formatKey({ id, secret }: Key): string {
  return `cal_${id}_${secret}_${checksum(id, secret)}`;
}

/** @returns undefined for text that cannot be a key: wrong form or wrong checksum */
export function parseKey(text: string): Key | undefined {
  const [, id, secret, sum] = KEY_PATTERN.exec(text) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  return sum === checksum(id, secret) ? { id, secret } : undefined;
}

/** The stored form of a secret: its SHA-256, hexadecimal. */
export function hashSecret(secret: string): string {
  return sha256(secret).toString('hex');
}

/** Compares in constant time. */
export function matchesSecret(secretHash: string, secret: string): boolean {
  const stored = Buffer.from(secretHash, 'hex');
  const given = sha256(secret);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function checksum(id: string, secret: string): string {
  return sha256(`${id}_${secret}`).toString('hex').slice(0, 8);
}

function random({ alphabet, length }: { alphabet: string; length: number }): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
