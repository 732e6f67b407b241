import { isEmail } from 'class-validator';
import { Fault } from '../errors/fault.js';
import { type Wording } from '../errors/messages.js';
import { single } from './parser.js';

interface Range {
  min?: number;
  max?: number;
}

/** The longest address that is stored, in characters; browsers and proxies agree on about this much. */
export const MAX_URL_LENGTH = 2048;

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
    if (number === undefined) return new Fault((messages) => messages.integer);
    return within(number, range);
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

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** One of these words, exactly as written here. */
export function oneOf<const V extends string>(values: readonly V[]): (raw: unknown) => V | Fault {
  return single(
    (value) => values.find((allowed) => allowed === value) ?? new Fault((messages) => messages.oneOf(values)),
  );
}

/** An absolute `http` or `https` address (WHATWG URL), as it was written. */
export const parseUrl = single<string>((value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  if ([...text].length > MAX_URL_LENGTH) return new Fault((messages) => messages.tooLong(MAX_URL_LENGTH));
  // URL itself forgives a missing `//` and blanks inside, which would be stored as written and then not work elsewhere.
  const isUrl = /^https?:\/\/[^/]/i.test(text) && !UNFIT_FOR_ADDRESS.test(text) && URL.canParse(text);
  return isUrl ? text : new Fault((messages) => messages.url);
});

/** An e-mail address. */
export const parseEmail = single<string>((value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  return isEmail(text) && !UNFIT_FOR_ADDRESS.test(text) ? text : new Fault((messages) => messages.email);
});

/** Blanks, control characters, lone surrogates, and what would end an HTML attribute or tag. */
const UNFIT_FOR_ADDRESS = /[\s\p{Cc}\p{Cs}<>"\\]/u;

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value;
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
