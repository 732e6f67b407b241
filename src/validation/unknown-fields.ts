import { FieldError } from '../errors/field-error.js';
import { similarName } from './similar-name.js';

/** Number of characters of a name that are compared with known names, since comparing long names is slow. */
const MAX_COMPARED_LENGTH = 50;

/** Matches `translations[fr][title]`, as forms write nested fields, and `tags[]` and `tags[0]`, as they write lists. */
const BRACKETS = /^(?<outer>[^[\]]+)\[(?:\d*\]$|(?<within>.))/s;

/** The error of an unknown field of a body, with a suggestion. */
export function unknownField(name: string, known: readonly string[]): FieldError {
  const { outer = '', within } = BRACKETS.exec(name)?.groups ?? {};
  if (known.includes(outer))
    return new FieldError((messages) => (within ? messages.fieldWithin(outer) : messages.didYouMean(outer)));
  const hint = suggestName(name.slice(0, MAX_COMPARED_LENGTH), known);
  return new FieldError((messages) => (hint ? messages.didYouMean(hint) : messages.unknownField));
}

/** The most similar known name, if one is similar enough: two edits in a word of five letters. */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  const maxEdits = (candidate: string) => Math.max(1, Math.floor((Math.min(name.length, candidate.length) * 2) / 5));
  return similarName(name.toLowerCase(), known, maxEdits);
}
