import { FieldError, type FieldErrors } from '../errors/field-error.js';
import { similarName } from './similar-name.js';

/** Parameters of other APIs that are ignored although they resemble ours: JSONP sends `callback` (`fallback`). */
const FOREIGN_PARAMETERS: ReadonlySet<string> = new Set(['callback']);

/** Maximum number of unknown names that are compared, since comparing is slow. */
const MAX_COMPARED = 50;

/**
 * Adds an error for each unknown parameter that resembles one of the route, or has brackets that it does not accept
 * (`venue[id]`). Other unknown parameters are ignored, because sites append tracking parameters.
 */
export function refuseNearMisses(given: readonly string[], known: readonly string[], errors: FieldErrors): void {
  const unknown = given.filter((name) => !known.includes(name) && !FOREIGN_PARAMETERS.has(name));
  for (const name of unknown.slice(0, MAX_COMPARED)) {
    const suggestion = closestName(nameBeforeBrackets(name.toLowerCase()), known);
    if (suggestion) errors.add(name, new FieldError((messages) => messages.didYouMeanParameter(suggestion)));
  }
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
