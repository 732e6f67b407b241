import { type Language } from '../../lib/i18n/language.js';
import { maxEditsOf, spellingsAt } from '../../lib/text/near-words.js';
import { parseSearch, type SearchTerm } from '../../lib/text/search-terms.js';
import { replaceWords, typedWords } from '../../lib/text/typed-words.js';

/** Maximum number of words that are replaced: a search with more mistakes is not understood. */
const MAX_REPLACED = 6;

/** The words of the records of a list that everybody can find, in the languages that the search reads. */
export interface Vocabulary {
  /** Those of the terms that a search for each alone does not find. */
  unknown(terms: readonly SearchTerm[]): Promise<ReadonlySet<SearchTerm>>;
  /** Known words, among them all within a number of edits of an unknown one, and all that it consists of. */
  near(word: string, edits: number): Promise<ReadonlySet<string>>;
  /** How many records everybody finds by all words of a spelling, of each; large numbers may be estimates. */
  count(spellings: readonly (readonly string[])[]): Promise<readonly number[]>;
}

/**
 * The search with each unknown word replaced by the nearest known one. In words with a hyphen or an apostrophe, each part
 * is a word of its own. Phrases and excluded words stay.
 * @returns undefined if every word is known, or if no word is near an unknown one
 */
export async function suggestSearch(
  search: string,
  language: Language,
  vocabulary: Vocabulary,
): Promise<string | undefined> {
  // A word with an accent is read differently than one without, but one of its spellings is enough.
  const typed = new Map(typedWords(search).map((word) => [word.folded, word.typed]));
  const words = await unknownWords([...typed.values()], language, vocabulary);
  const parts = new Map(words.map((word) => [word, word.match(/[\p{L}\p{N}]+/gu) ?? []]));
  const several = [...parts.values()].filter(({ length }) => length > 1).flat();
  const mistyped = new Set([
    ...words.filter((word) => parts.get(word)!.length === 1),
    ...(await unknownWords([...new Set(several)], language, vocabulary)),
  ]);
  if (mistyped.size === 0 || mistyped.size > MAX_REPLACED) return undefined;
  if ([...mistyped].some((word) => maxEditsOf(word) === 0)) return undefined;
  const nearest = new Map<string, string>();
  for (const word of mistyped) {
    const known = await nearestSpelling(word, vocabulary);
    if (known === undefined) return undefined;
    nearest.set(word, known);
  }
  const replacements = [...parts].map(([word]): [string, string] => [
    word,
    word.replaceAll(/[\p{L}\p{N}]+/gu, (part) => nearest.get(part) ?? part),
  ]);
  const suggestion = replaceWords(search, new Map(replacements));
  return suggestion === search ? undefined : suggestion;
}

/**
 * The most frequent of the spellings nearest to an unknown word, folded; of equally frequent ones the first in the
 * alphabet.
 * @returns undefined if none is near
 */
async function nearestSpelling(word: string, vocabulary: Vocabulary): Promise<string | undefined> {
  for (let edits = 1; edits <= maxEditsOf(word); edits += 1) {
    const spellings = spellingsAt(word, edits, await vocabulary.near(word, edits));
    if (spellings.length === 0) continue;
    const counts = await vocabulary.count(spellings);
    const counted = spellings.map((words, index) => ({ text: words.join(' '), count: counts[index]! }));
    const [best] = counted
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1));
    if (best) return best.text;
  }
  return undefined;
}

/** The folded words that a search for each alone does not find. @param typed different words as they were typed */
async function unknownWords(typed: readonly string[], language: Language, vocabulary: Vocabulary): Promise<string[]> {
  const terms = new Map<SearchTerm, string>();
  for (const { typed: word, folded } of typed.flatMap(typedWords)) {
    const [term] = parseSearch(word, language);
    if (term) terms.set(term, folded);
  }
  const unknown = terms.size === 0 ? new Set<SearchTerm>() : await vocabulary.unknown([...terms.keys()]);
  return [...new Set([...terms].flatMap(([term, word]) => (unknown.has(term) ? word : [])))];
}
