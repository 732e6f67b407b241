import { fold } from './fold.js';

export interface SearchTerm {
  /** Spellings of one word or phrase, folded, never empty: the text has to contain any of them. */
  words: readonly string[];
  /** The text must not contain it. */
  exclude: boolean;
}

/** How many words and phrases one search may have. */
export const MOST_TERMS = 20;

/** How many of them may be excluded: of those that must occur, the first one that does not ends the look at a text. */
export const MOST_EXCLUDED = 4;

/** `20h30`, `20h`: times are also written with blanks. */
const TIME = /^(\d{1,2})h(\d\d)?$/;

/** A plural in s or x: the singular occurs in both. */
const PLURAL = /\p{L}{4}[sx]$/u;

function spellingsOf(word: string): string[] {
  const [, hours, minutes] = TIME.exec(word) ?? [];
  if (hours !== undefined) return [word, minutes === undefined ? `${hours} h` : `${hours} h ${minutes}`];
  return [PLURAL.test(word) ? word.slice(0, -1) : word];
}

/** What a search asks for: words, `"phrases"` (also in “ ” and « »), and both with a `-` in front for what must not occur. */
export function parseSearch(text: string): SearchTerm[] {
  // Folding makes plain quotes and hyphens of all others. A quote that is not closed lasts to the end.
  const all = [...fold(text).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)]
    .map(([, minus, phrase, word = '']) => ({
      words: phrase === undefined ? spellingsOf(word.trim()) : [phrase.trim()],
      exclude: minus === '-',
    }))
    .filter(({ words }) => /[^-]/.test(words[0]!));
  const each = [...new Map(all.map((term) => [`${term.exclude} ${term.words[0]}`, term])).values()];
  return [...each.filter(({ exclude }) => !exclude), ...each.filter(({ exclude }) => exclude)];
}
