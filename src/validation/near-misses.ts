import { editsBetween } from '../text/edits.js';
import { Fault, type Faults } from '../errors/fault.js';

/** What others put into addresses and is nearly a parameter of ours: JSONP clients send `callback`, we have `fallback`. */
const OF_OTHERS: ReadonlySet<string> = new Set(['callback']);

/** Nobody mistypes more names than this in one address, and comparing them costs. */
const COMPARED = 50;

/**
 * Files a fault for every parameter that is nearly one of the route's, or says more of one than it takes (`venue[id]`).
 * All others that are unknown are left alone: sites append theirs.
 */
export function refuseNearMisses(given: readonly string[], known: readonly string[], faults: Faults): void {
  const unknown = given.filter((name) => !known.includes(name) && !OF_OTHERS.has(name));
  for (const name of unknown.slice(0, COMPARED)) {
    const meant = meantBy(outermost(name.toLowerCase()), known);
    if (meant) faults.add(name, new Fault((messages) => messages.didYouMeanParameter(meant)));
  }
}

/** What stands before the brackets of `start_date[gte]`, as other interfaces write filters. */
function outermost(name: string): string {
  return name.replace(/^([^[\]]+)\[.*$/s, '$1');
}

/** The known name that is nearest to one in lower case, if any is near. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  let meant: { name: string; edits: number } | undefined;
  for (const candidate of known) {
    const edits = areNumbersOfOne(name, candidate) ? 1 : editsBetween(name, candidate, tolerated(candidate));
    if (edits < (meant?.edits ?? Infinity)) meant = { name: candidate, edits };
  }
  return meant?.name;
}

/** The edits within which another name is taken for this parameter: of short ones too many other words are near. */
function tolerated({ length }: string): number {
  return length < 5 ? 0 : length < 8 ? 1 : 2;
}

/** Whether one is the plural of the other. */
function areNumbersOfOne(one: string, other: string): boolean {
  return one.length > 2 && other.length > 2 && (pluralOf(one) === other || pluralOf(other) === one);
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
