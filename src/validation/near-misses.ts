import { editsBetween } from '../text/edits.js';
import { FieldError, type FieldErrors } from '../errors/field-error.js';

/**
 * Common parameters of other APIs that resemble ours: JSONP clients send `callback`, which is similar to `fallback`.
 */
const OF_OTHERS: ReadonlySet<string> = new Set(['callback']);

/** Maximum number of unknown names that are compared, since comparing is slow. */
const COMPARED = 50;

/**
 * Adds an error for each unknown parameter that resembles one of the route, or has brackets that it does not accept
 * (`venue[id]`). Other unknown parameters are ignored, because sites append tracking parameters.
 */
export function refuseNearMisses(given: readonly string[], known: readonly string[], errors: FieldErrors): void {
  const unknown = given.filter((name) => !known.includes(name) && !OF_OTHERS.has(name));
  for (const name of unknown.slice(0, COMPARED)) {
    const meant = meantBy(outermost(name.toLowerCase()), known);
    if (meant) errors.add(name, new FieldError((messages) => messages.didYouMeanParameter(meant)));
  }
}

/** The name before the brackets of `start_date[gte]`, as other APIs write filters. */
function outermost(name: string): string {
  return name.replace(/^([^[\]]+)\[.*$/s, '$1');
}

/** The most similar known name for one in lower case, if any is similar enough. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  let meant: { name: string; edits: number } | undefined;
  for (const candidate of known) {
    const edits = areNumbersOfOne(name, candidate) ? 1 : editsBetween(name, candidate, tolerated(candidate));
    if (edits < (meant?.edits ?? Infinity)) meant = { name: candidate, edits };
  }
  return meant?.name;
}

/**
 * Maximum number of edits between a name and this parameter. For short names it is small, since too many words resemble
 * them.
 */
function tolerated({ length }: string): number {
  return length < 5 ? 0 : length < 8 ? 1 : 2;
}

/** Whether one name is the plural of the other. */
function areNumbersOfOne(one: string, other: string): boolean {
  return one.length > 2 && other.length > 2 && (pluralOf(one) === other || pluralOf(other) === one);
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
