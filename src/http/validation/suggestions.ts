import { FieldError, type FieldErrors } from '../../lib/errors/field-error.js';
import { editDistance } from '../../lib/text/edit-distance.js';

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

/** Parameters of other APIs that are ignored although they resemble ours: JSONP sends `callback` (`fallback`). */
const FOREIGN_PARAMETERS: ReadonlySet<string> = new Set(['callback']);

/** Names by which other APIs call parameters. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['start', 'from'],
  ['end', 'to'],
]);

/** Maximum number of unknown names that are compared, since comparing is slow. */
export const MAX_COMPARED = 50;

/**
 * Adds an error for each unknown parameter that resembles one of the route, or has brackets that it does not accept
 * (`venue[id]`). Other unknown parameters are ignored, because sites append tracking parameters.
 */
export function refuseNearMisses(given: readonly string[], known: readonly string[], errors: FieldErrors): void {
  const unknown = given.filter((name) => !known.includes(name));
  for (const name of unknown.slice(0, MAX_COMPARED)) {
    const suggestion = resembledParameter(name, known);
    if (suggestion) errors.add(name, new FieldError((messages) => messages.didYouMeanParameter(suggestion)));
  }
}

/** The parameter that an unknown name resembles so much that it is refused. */
export function resembledParameter(name: string, known: readonly string[]): string | undefined {
  if (FOREIGN_PARAMETERS.has(name)) return undefined;
  const given = nameBeforeBrackets(name.toLowerCase());
  const synonym = SYNONYMS.get(given);
  return synonym && known.includes(synonym) ? synonym : closestName(given, known);
}

/** The name before the brackets of `start_date[gte]`, as other APIs write filters. */
function nameBeforeBrackets(name: string): string {
  return name.replace(/^([^[\]]+)\[.*$/s, '$1');
}

/** The known name that a name in lower case equals, of which it is the singular or plural, or which it resembles. */
function closestName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return name;
  return known.find((candidate) => areSingularAndPlural(name, candidate)) ?? similarName(name, known, tolerated);
}

/** Maximum edit distance from a parameter. It is small for short names, which too many words resemble. */
function tolerated({ length }: string): number {
  return length < 5 ? 0 : length < 8 ? 1 : 2;
}

function areSingularAndPlural(one: string, other: string): boolean {
  return one.length > 2 && other.length > 2 && (pluralOf(one) === other || pluralOf(other) === one);
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/**
 * The known name that a mistyped one resembles most, if any is similar enough.
 * @param name in lower case
 * @param maxEdits the number of edits that are tolerated for a known name
 */
function similarName(
  name: string,
  known: readonly string[],
  maxEdits: (candidate: string) => number,
): string | undefined {
  let closest: { readonly name: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const max = Math.min(maxEdits(candidate), (closest?.edits ?? Infinity) - 1);
    const edits = editDistance(name, candidate, max);
    if (edits <= max) closest = { name: candidate, edits };
  }
  return closest?.name;
}
