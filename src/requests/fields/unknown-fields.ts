import { closest, distance } from 'fastest-levenshtein';
import { Fault, type Faults } from '../../errors/fault.js';

/** Beyond this many unknown names nobody reads hints any more, and looking for them costs. */
const HINTS = 20;

/** `translations[fr][title]`, as forms write what lies within; `tags[]` and `tags[0]`, which forms may write. */
const BRACKETS = /^(?<outer>[^[\]]+)\[(?:\d*\]$|(?<within>.))/s;

/** Files a fault for every name that a body may not carry, with the name that was probably meant. */
export function refuseUnknown(names: readonly string[], known: ReadonlySet<string>, faults: Faults): void {
  const unknown = names.filter((name) => !known.has(name));
  for (const [index, name] of unknown.entries()) {
    const { outer = '', within } = BRACKETS.exec(name)?.groups ?? {};
    if (known.has(outer)) {
      faults.add(name.slice(0, 100), (messages) => (within ? messages.fieldWithin(outer) : messages.didYouMean(outer)));
      continue;
    }
    const hint = index < HINTS ? likelyName(name.slice(0, 50), [...known]) : undefined;
    faults.add(name.slice(0, 100), new Fault((messages) => (hint ? messages.didYouMean(hint) : messages.unknownField)));
  }
}

/** The known name that was probably meant, if any is near. */
export function likelyName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const hint = closest(name.toLowerCase(), [...known]);
  // Two letters of a word of five: that many has `titel`, where two have changed places.
  const tolerated = Math.max(1, Math.floor((Math.min(name.length, hint.length) * 2) / 5));
  return distance(name.toLowerCase(), hint) <= tolerated ? hint : undefined;
}
