import { TooMuchMarkup } from '../lib/errors/api-error.js';
import { countMarkup, MAX_MARKS, MAX_RAW_HTML } from '../lib/text/markup.js';

/** Maximum characters of a body in texts with tags; the longest descriptions and excerpts have 240,000 together. */
export const MAX_MARKUP_LENGTH = 400_000;

/**
 * Limits the time for cleaning the HTML of a body, as markup takes a hundred times longer than other characters. Texts
 * that exceed the limit for a single text are skipped here, and refused by the validation of their field.
 * @throws {TooMuchMarkup}
 */
export function assertMarkupLimits(body: unknown): void {
  let marks = 0;
  let markupLength = 0;
  const values: unknown[] = [body];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === 'string') {
      const own = value.length > MAX_RAW_HTML ? Infinity : countMarkup(value);
      if (own > MAX_MARKS) continue;
      marks += own;
      markupLength += value.includes('<') ? value.length : 0;
    } else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) values.push(member);
    }
    if (marks > MAX_MARKS || markupLength > MAX_MARKUP_LENGTH) throw new TooMuchMarkup(MAX_MARKS, MAX_MARKUP_LENGTH);
  }
}

/** Maximum depth of nested lists and objects. */
const MAX_DEPTH = 32;

/** Maximum number of keys of an object, and of fields of a form. */
export const MAX_KEYS = 1000;

/** Maximum number of members of a list. */
const MAX_MEMBERS = 1000;

/** A limit that a body exceeds, with its value. */
export type JsonBound = readonly ['tooDeep' | 'tooManyKeys' | 'tooManyMembers', limit: number];

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks the depth of a JSON text and the size of its objects and lists in one pass, which is much faster than parsing
 * it. Does not check whether the JSON is valid.
 * @param text in UTF-8
 * @returns the limit that it exceeds, if any
 */
export function exceededBound(text: Uint8Array): JsonBound | undefined {
  const commas: number[] = [];
  const isObject: boolean[] = [];
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]!;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (depth === MAX_DEPTH) return ['tooDeep', MAX_DEPTH];
      commas[depth] = 0;
      isObject[depth] = byte === OPEN_OBJECT;
      depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1);
    else if (byte === COMMA && depth > 0) {
      const inObject = isObject[depth - 1]!;
      // The number of members is the number of commas plus one.
      if ((commas[depth - 1]! += 1) < (inObject ? MAX_KEYS : MAX_MEMBERS)) continue;
      return inObject ? ['tooManyKeys', MAX_KEYS] : ['tooManyMembers', MAX_MEMBERS];
    }
  }
  return undefined;
}
