import { isEmail } from 'class-validator';
import { Fault } from '../errors/fault.js';
import { type Wording } from '../errors/messages.js';
import { single } from './parser.js';
import { hasCredentials, isAbsolute, MAX_URL_LENGTH, UNFIT_FOR_ADDRESS } from './web-address.js';

interface Range {
  min?: number;
  max?: number;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/** `true`, `false`, 1, 0, and as text in any case also yes, no, on, off. */
export const parseBoolean = single<boolean>((value) => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim().toLowerCase() : '';
  return BOOLEANS.get(text) ?? new Fault((messages) => messages.boolean);
});

/** A whole number that a JSON number holds exactly (up to 2^53 - 1), as JSON integer or decimal text; `min` and `max` included. */
export function integer(range: Range = {}): (raw: unknown) => number | Fault {
  return single((value) => {
    const number = wholeNumber(value);
    if (number !== undefined) return within(number, range);
    return isWhole(value) ? within(Number(value), { ...EXACT, ...range }) : new Fault((messages) => messages.integer);
  });
}

/** An id: a whole number from 1. */
export const parseId = single<number>((value) => positiveInteger(value) ?? new Fault((messages) => messages.id));

/** A positive whole number, or undefined where the value is anything else. */
export function positiveInteger(value: unknown): number | undefined {
  const number = wholeNumber(value);
  return number !== undefined && number > 0 ? number : undefined;
}

/** A finite number, as JSON number or text such as `45.5` or `-1e-3`; `min` and `max` included. */
export function decimal(range: Range = {}): (raw: unknown) => number | Fault {
  return single((value) => {
    const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return new Fault((messages) => messages.number);
    return within(number, range);
  });
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** One of these words, exactly as written here. */
export function oneOf<const V extends string>(values: readonly V[]): (raw: unknown) => V | Fault {
  return single(
    (value) => values.find((allowed) => allowed === value) ?? new Fault((messages) => messages.oneOf(values)),
  );
}

/** An absolute `http` or `https` address (WHATWG URL) without user and password, as it was written. */
export const parseUrl = single<string>((value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.length > MAX_URL_LENGTH && [...text].length > MAX_URL_LENGTH)
    return new Fault((messages) => messages.tooLong(MAX_URL_LENGTH));
  if (!isAbsolute(text)) return new Fault((messages) => messages.url);
  return hasCredentials(text) ? new Fault((messages) => messages.urlWithPassword) : text;
});

/** An e-mail address. */
export const parseEmail = single<string>((value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  // In this order: isEmail throws at half a character.
  return !UNFIT_FOR_ADDRESS.test(text) && isEmail(text) ? text : new Fault((messages) => messages.email);
});

/** Greater whole numbers are not exact. */
const EXACT = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

function isWhole(value: unknown): boolean {
  return typeof value === 'string' ? DIGITS.test(value.trim()) : Number.isInteger(value);
}

const DIGITS = /^[+-]?\d+$/;

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value;
  // Adding 0 makes 0 of -0.
  return Number.isSafeInteger(number) ? (number as number) + 0 : undefined;
}

function within(number: number, { min, max }: Range): number | Fault {
  const fits = (min === undefined || number >= min) && (max === undefined || number <= max);
  return fits ? number : new Fault(rangeWording(min, max));
}

function rangeWording(min: number | undefined, max: number | undefined): Wording {
  return (messages) => {
    if (min !== undefined && max !== undefined) return messages.between(min, max);
    return min !== undefined ? messages.atLeast(min) : messages.atMost(max ?? Infinity);
  };
}
