import { fold } from './fold.js';

export interface SearchTerm {
  /** One word or phrase, folded, never empty. */
  word: string;
  /** The text must not contain it. */
  exclude: boolean;
}

/** How many words and phrases one search may have. */
export const MOST_TERMS = 20;

/** How many of them may be excluded: of those that must occur, the first one that does not ends the look at a text. */
export const MOST_EXCLUDED = 4;

/** What a search asks for: words, `"phrases"` (also in “ ” and « »), and both with a `-` in front for what must not occur. */
export function parseSearch(text: string): SearchTerm[] {
  // Folding makes plain quotes and hyphens of all others. A quote that is not closed lasts to the end.
  const all = [...fold(text).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)]
    .map(([, minus, phrase, word]) => ({ word: (phrase ?? word ?? '').trim(), exclude: minus === '-' }))
    .filter(({ word }) => /[^-]/.test(word));
  const each = [...new Map(all.map((term) => [`${term.exclude} ${term.word}`, term])).values()];
  return [...each.filter(({ exclude }) => !exclude), ...each.filter(({ exclude }) => exclude)];
}
