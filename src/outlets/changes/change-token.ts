import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { SLOTS } from '../../database/write-counter.entity.js';
import { DAY } from '../../lib/datetime/durations.js';

/** Days for which a token is valid. */
export const TOKEN_DAYS = 90;

/** Days since 1970. */
export const today = (): number => Math.floor(Date.now() / DAY);

/** The last change of a page that ended before all changes of its counter were read. */
export interface LastChange {
  readonly slot: number;
  readonly number: number;
  readonly kind: string;
  readonly recordId: number;
  /** The last listed event of those that embed the record (`embedded`); undefined if all were listed. */
  readonly eventId?: number | undefined;
}

/** The position in the changes up to which a client has read (a cursor). */
export interface Position {
  /** The number of each counter up to which all changes were read; -1 if none was. */
  readonly readUpTo: readonly number[];
  /**
   * The numbers at which the first pass ends. It lists all records and no deletions. Undefined after the first pass.
   */
  readonly firstPass?: readonly number[] | undefined;
  readonly last?: LastChange | undefined;
}

/** The content of a token, which is opaque to callers. */
export interface Token {
  /** The UUID of the calendar. */
  readonly calendar: string;
  readonly kinds: readonly string[];
  /** The day on which the token was created, in days since 1970. */
  readonly day: number;
  readonly position: Position;
}

/** Bytes of the nonce and of the authentication tag of AES-256-GCM. */
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts a token (AES-256-GCM), since its numbers would tell how much is written that is not public. The nonce is a
 * digest of the token, so that the same token always has the same text, and a response the same ETag.
 * @param secret 32 bytes
 */
export function sealToken(token: Token, secret: Buffer): string {
  const text = writeToken(token);
  const nonce = createHmac('sha256', secret).update(text).digest().subarray(0, NONCE);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'ascii'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The length from which a text may be an encrypted token, of this or of another calendar. */
const MIN_SEALED_LENGTH = 100;

/** Whether a text that cannot be opened may be a token of another calendar. */
export function mayBeForeign(text: string): boolean {
  return text.length >= MIN_SEALED_LENGTH;
}

/** @returns undefined if the text is not a token of this calendar, or one from before tokens were encrypted */
export function openToken(sealed: string, secret: Buffer): Token | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE));
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
    return readToken(text.toString('ascii'));
  } catch {
    return readToken(sealed);
  }
}

/** Writes a token as a JSON array, which is short, since a token is part of URLs. */
export function writeToken({ calendar, kinds, day, position: { readUpTo, firstPass, last } }: Token): string {
  const lastChange = last ? [last.slot, last.number, last.kind, last.recordId, last.eventId ?? null] : null;
  const parts = [1, calendar, kinds.join(), day, pack(readUpTo), firstPass ? pack(firstPass) : null, lastChange];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @returns undefined if the text is not a token */
export function readToken(text: string): Token | undefined {
  const [version, calendar, kinds, day, read, pass, lastChange, ...more] = parse(text);
  const [readUpTo, firstPass, last] = [unpack(read), unpack(pass), readLastChange(lastChange)];
  const isComplete = version === 1 && typeof calendar === 'string' && typeof kinds === 'string' && isCount(day);
  const isReadable = (pass === null || firstPass) && (lastChange === null || last) && more.length === 0;
  if (!isComplete || !readUpTo || !isReadable) return undefined;
  return { calendar, kinds: kinds.split(','), day, position: { readUpTo, firstPass, last } };
}

function parse(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function readLastChange(parts: unknown): LastChange | undefined {
  const [slot, number, kind, recordId, eventId, ...more] = Array.isArray(parts) ? (parts as unknown[]) : [];
  if (!isCount(slot) || slot >= SLOTS || !isCount(number) || typeof kind !== 'string' || !isCount(recordId))
    return undefined;
  if ((eventId !== null && !isCount(eventId)) || more.length > 0) return undefined;
  return { slot, number, kind, recordId, ...(eventId !== null && { eventId }) };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Encodes numbers from -1 on in base 36. */
function pack(numbers: readonly number[]): string {
  return numbers.map((number) => (number + 1).toString(36)).join('.');
}

function unpack(text: unknown): number[] | undefined {
  if (typeof text !== 'string') return undefined;
  const numbers = text.split('.').map((part) => (/^[0-9a-z]{1,10}$/.test(part) ? parseInt(part, 36) - 1 : NaN));
  return numbers.length === SLOTS && numbers.every(Number.isSafeInteger) ? numbers : undefined;
}
