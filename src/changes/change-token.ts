import { SLOTS } from '../database/write-counter.entity.js';

/** Milliseconds. */
export const DAY = 86_400_000;

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

/** A token as a JSON array, which is short, since a token is part of URLs. */
type Parts = [
  version: 1,
  calendar: string,
  kinds: string,
  day: number,
  read: string,
  firstPass: string | null,
  last: [slot: number, number: number, kind: string, recordId: number, eventId: number | null] | null,
];

export function writeToken({ calendar, kinds, day, position: { readUpTo, firstPass, last } }: Token): string {
  const parts: Parts = [
    1,
    calendar,
    kinds.join(),
    day,
    pack(readUpTo),
    firstPass ? pack(firstPass) : null,
    last ? [last.slot, last.number, last.kind, last.recordId, last.eventId ?? null] : null,
  ];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @returns undefined if the text is not a token */
export function readToken(text: string): Token | undefined {
  const parts = parse(text);
  if (!isParts(parts)) return undefined;
  const [, calendar, kinds, day, readNumbers, firstPassNumbers, lastChange] = parts;
  const [read, firstPass] = [unpack(readNumbers), firstPassNumbers === null ? undefined : unpack(firstPassNumbers)];
  if (!read || (firstPassNumbers !== null && !firstPass)) return undefined;
  const last = lastChange && {
    ...{ slot: lastChange[0], number: lastChange[1], kind: lastChange[2], recordId: lastChange[3] },
    ...(lastChange[4] !== null && { eventId: lastChange[4] }),
  };
  return { calendar, kinds: kinds.split(','), day, position: { readUpTo: read, firstPass, last: last ?? undefined } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function isParts(parts: unknown): parts is Parts {
  if (!Array.isArray(parts) || parts.length !== 7) return false;
  const [version, calendar, kinds, day, read, firstPass, last] = parts as unknown[];
  const isText = (value: unknown) => typeof value === 'string';
  return (
    version === 1 &&
    [calendar, kinds, read].every(isText) &&
    isCount(day) &&
    (firstPass === null || isText(firstPass)) &&
    (last === null || isLastChange(last))
  );
}

function isLastChange(last: unknown): boolean {
  if (!Array.isArray(last) || last.length !== 5) return false;
  const [slot, number, kind, recordId, eventId] = last as unknown[];
  return (
    isCount(slot) &&
    slot < SLOTS &&
    isCount(number) &&
    typeof kind === 'string' &&
    isCount(recordId) &&
    (eventId === null || isCount(eventId))
  );
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Encodes numbers from -1 on in base 36. */
function pack(numbers: readonly number[]): string {
  return numbers.map((number) => (number + 1).toString(36)).join('.');
}

function unpack(text: string): number[] | undefined {
  const numbers = text.split('.').map((part) => (/^[0-9a-z]{1,10}$/.test(part) ? parseInt(part, 36) - 1 : NaN));
  return numbers.length === SLOTS && numbers.every(Number.isSafeInteger) ? numbers : undefined;
}
