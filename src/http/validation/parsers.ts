import { FieldError, single } from '../../lib/errors/field-error.js';
import { parsePlainText, toPlainLines, toPlainText } from '../../lib/text/sanitize.js';
import { IsBoolean, isEmail, IsIn, IsInt, IsNumber, IsString, Max, Min, type ValidationOptions } from 'class-validator';
import { type Messages } from '../../lib/i18n/messages.js';
import { hasCredentials, isAbsoluteUrl, MAX_URL_LENGTH, INVALID_URL_CHARACTERS } from '../../lib/text/web-address.js';
import { rule, withMessage, type ValueType } from './field.js';

interface Range {
  readonly min?: number;
  readonly max?: number;
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/** `true`, `false`, 1, 0, and as text in any case also yes, no, on, off. */
export const boolean = strictScalar(
  (value) => {
    if (typeof value !== 'number' && typeof value !== 'string') return value;
    return BOOLEANS.get(String(value).trim().toLowerCase()) ?? value;
  },
  (options) => [IsBoolean(withMessage((messages) => messages.boolean, options))],
);

/** A whole number as JSON integer or decimal text; `min` and `max` included. */
export function integer(range: Range = {}): ValueType {
  return strictScalar(toInteger, (options) => [
    IsInt(withMessage((messages) => messages.integer, options)),
    ...inRange(range, Number.MAX_SAFE_INTEGER, options),
  ]);
}

/** An id: a whole number from 1. */
export const recordId = strictScalar(toInteger, (options) => [
  rule(
    'isId',
    (value) => positiveInteger(value) !== undefined,
    withMessage((messages) => messages.id, options),
  ),
]);

/** A positive whole number, as number or decimal text; undefined for anything else. */
export function positiveInteger(value: unknown): number | undefined {
  const number = toInteger(value);
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** A finite number, as JSON number or text such as `45.5` or `-1e-3`; `min` and `max` included. */
export function decimal(range: Range = {}): ValueType {
  return strictScalar(toNumber, (options) => [
    IsNumber(
      { allowNaN: false, allowInfinity: false },
      withMessage((messages) => messages.number, options),
    ),
    ...inRange(range, Infinity, options),
  ]);
}

/** Exactly one of these words. */
export function oneOf(values: readonly string[]): ValueType {
  return scalar(
    (value) => value,
    (options) => [
      IsIn(
        [...values],
        withMessage((messages) => messages.oneOf(values), options),
      ),
    ],
  );
}

/** Plain text of one line, at most `max` characters (code points). Tags are stripped, see `toPlainText`. */
export function plainText(max = 255): ValueType {
  return scalar(
    (value) => toPlainText(value),
    (options) => textRules(max, options),
  );
}

/** Plain text of several lines, at most `max` characters (code points). Tags are stripped, see `toPlainLines`. */
export function plainLines(max: number): ValueType {
  return scalar(
    (value) => toPlainLines(value),
    (options) => textRules(max, options),
  );
}

const textRules = (max: number, options: ValidationOptions) => [
  IsString(withMessage((messages, value) => (isNumber(value) ? messages.numberInsteadOfText : messages.text), options)),
  MaxCharacters(max, options),
];

/** Counts characters as code points, like the database. class-validator's `MaxLength` does not count some of them. */
const MaxCharacters = (max: number, options: ValidationOptions): PropertyDecorator =>
  rule(
    'maxCharacters',
    (value) => typeof value === 'string' && [...value].length <= max,
    withMessage((messages) => messages.tooLong(max), options),
  );

/** An absolute `http` or `https` address (WHATWG URL) without user and password, as it was written. */
export const parseUrl = single<string>((value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.length > MAX_URL_LENGTH && [...text].length > MAX_URL_LENGTH)
    return new FieldError((messages) => messages.tooLong(MAX_URL_LENGTH));
  if (!isAbsoluteUrl(text)) return new FieldError((messages) => messages.url);
  return hasCredentials(text) ? new FieldError((messages) => messages.urlWithPassword) : text;
});

/** An e-mail address. */
export const parseEmail = single<string>((value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  // Tested before isEmail, which throws for lone surrogates.
  return !INVALID_URL_CHARACTERS.test(text) && isEmail(text) ? text : new FieldError((messages) => messages.email);
});

/** A type of single values. A list of one value counts as that value; longer lists are refused. */
function scalar(convert: (value: unknown) => unknown, rules: ValueType['rules']): ValueType {
  return {
    read: (raw) => convert(Array.isArray(raw) && raw.length === 1 ? raw[0] : raw),
    rules: (options) => [
      rule(
        'isSingle',
        (value) => !Array.isArray(value) || value.length < 2,
        withMessage((messages) => messages.givenTwice, options),
      ),
      ...rules(options),
    ],
  };
}

/** A scalar for which a body must not have a list, not even of one value. */
function strictScalar(convert: (value: unknown) => unknown, rules: ValueType['rules']): ValueType {
  return { ...scalar(convert, rules), readInBody: convert };
}

const DIGITS = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Decimal digits as a number; any other value unchanged. */
function toInteger(value: unknown): unknown {
  const number = typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value;
  // Adding 0 turns -0 into 0.
  return typeof number === 'number' ? number + 0 : number;
}

/** A decimal number as a number; any other value unchanged. */
export function toNumber(value: unknown): unknown {
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

/** @param defaultLimit the limit in either direction where the range has none */
function inRange(range: Range, defaultLimit: number, options: ValidationOptions): PropertyDecorator[] {
  const { min = -defaultLimit, max = defaultLimit } = range;
  const rangeOptions = withMessage((messages, value) => outOfRange(messages, range, value), options);
  return [Min(min, rangeOptions), Max(max, rangeOptions)];
}

function outOfRange(messages: Messages, { min, max }: Range, value: unknown): string {
  const isInexact = Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
  if (isInexact || (min !== undefined && max !== undefined))
    return messages.between(min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER);
  return min !== undefined ? messages.atLeast(min) : messages.atMost(max ?? Infinity);
}

/** A reference to a record. Digits are an id if such a record exists, else a slug or a name. */
export type IdOrText = { id: number } | { text: string };

/** Depth to which nested lists are flattened. */
const MAX_DEPTH = 4;

/** Ids as CSV, lists, `{id}` objects, and mixes of them; order kept, each once. */
export function parseIdList(raw: unknown): number[] | FieldError {
  const ids = members(raw).map((member) => positiveInteger(idOf(member)));
  if (ids.some((id) => id === undefined)) return new FieldError((messages) => messages.idList);
  return [...new Set(ids as number[])];
}

/** Ids of accounts like `parseIdList`; `me` is the account of the caller. */
export function parseAuthorList(raw: unknown): (number | 'me')[] | FieldError {
  const authors = members(raw).map((member) => (member === 'me' ? member : positiveInteger(idOf(member))));
  if (authors.some((author) => author === undefined)) return new FieldError((messages) => messages.authorList);
  return [...new Set(authors as (number | 'me')[])];
}

/** Ids or slugs as CSV, lists, `{id}` objects, and mixes of them; order kept, each once. */
export function parseRecordList(raw: unknown): IdOrText[] | FieldError {
  return parseRefs(members(raw), new FieldError((messages) => messages.recordList));
}

/** Terms as CSV, lists, `{id}` objects, or a mix of them, in order and without duplicates. All text is split at its commas. */
export function parseTermList(raw: unknown): IdOrText[] | FieldError {
  return parseRefs(members(raw));
}

/** Like `parseTermList`, but a text in a list is one name, so that names in a JSON body can contain commas. */
export function parseTermNames(raw: unknown): IdOrText[] | FieldError {
  return parseRefs(Array.isArray(raw) ? raw.flat(MAX_DEPTH) : members(raw));
}

/** Words from a fixed set as CSV, lists, and mixes of both; order kept, each once. */
export function parseWordList<const V extends string>(allowed: readonly V[]): (raw: unknown) => V[] | FieldError {
  return (raw) => {
    const words = members(raw).map((member) => allowed.find((word) => word === member));
    if (words.some((word) => word === undefined)) return new FieldError((messages) => messages.oneOf(allowed));
    return [...new Set(words as V[])];
  };
}

/** Maximum number of fields in `_fields`, and of names in a dotted path. */
const MAX_FIELDS = 200;
const MAX_FIELD_DEPTH = 5;

/** Dotted names of fields as CSV, lists, and mixes of both; each once. The caller checks which exist. */
export function parseFieldPaths(raw: unknown): string[] | FieldError {
  const paths = [...new Set(members(raw).filter((path) => path !== ''))];
  const isPath = (path: unknown): path is string =>
    typeof path === 'string' && path.length <= 255 && path.split('.').length <= MAX_FIELD_DEPTH;
  return paths.length <= MAX_FIELDS && paths.every(isPath)
    ? paths
    : new FieldError((messages) => messages.responseFields(MAX_FIELDS, MAX_FIELD_DEPTH));
}

/** Names or other lines of text as CSV, lists, and mixes of both; order kept, each once. */
export function parseTextList(raw: unknown): string[] | FieldError {
  const texts = members(raw).map(parseName);
  const error = texts.find((text) => text instanceof FieldError || text === '');
  if (error !== undefined) return error instanceof FieldError ? error : new FieldError((messages) => messages.textList);
  return [...new Set(texts as string[])];
}

function members(raw: unknown): unknown[] {
  return [raw]
    .flat(MAX_DEPTH)
    .flatMap((member) => (typeof member === 'string' ? member.split(',').map((part) => part.trim()) : [member]));
}

function parseRefs(list: unknown[], error = new FieldError((messages) => messages.termList)): IdOrText[] | FieldError {
  const byKey = new Map<string, IdOrText>();
  for (const member of list) {
    const ref = parseRef(member, error);
    if (ref instanceof FieldError) return ref;
    byKey.set(JSON.stringify(ref), ref);
  }
  return [...byKey.values()];
}

function parseRef(member: unknown, error: FieldError): IdOrText | FieldError {
  if (typeof member === 'string') {
    const text = parseName(member);
    if (text instanceof FieldError) return text;
    return text === '' ? error : { text };
  }
  const id = positiveInteger(idOf(member));
  return id === undefined ? error : { id };
}

const parseName = parsePlainText();

/** Accepts record objects in place of ids, as reads return them. */
function idOf(member: unknown): unknown {
  return typeof member === 'object' && member !== null && 'id' in member ? member.id : member;
}
