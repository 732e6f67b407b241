import { fold } from './fold.js';

export interface SearchTerm {
  /** One word or phrase, folded, never empty. */
  word: string;
  /** The text must not contain it. */
  exclude: boolean;
}

/** Each costs a look at the whole text; of the words that must occur the first one that does not ends the search. */
const MAX_EXCLUDED = 20;

/** What a search asks for: words, `"phrases"` (also in “ ” and « »), and both with a `-` in front for what must not occur. */
export function parseSearch(text: string): SearchTerm[] {
  // Folding makes plain quotes and hyphens of all others. A quote that is not closed lasts to the end.
  const all = [...fold(text).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)]
    .map(([, minus, phrase, word]) => ({ word: (phrase ?? word ?? '').trim(), exclude: minus === '-' }))
    .filter(({ word }) => /[^-]/.test(word));
  const each = [...new Map(all.map((term) => [`${term.exclude} ${term.word}`, term])).values()];
  const excluded = each.filter(({ exclude }) => exclude).slice(0, MAX_EXCLUDED);
  return [...each.filter(({ exclude }) => !exclude), ...excluded];
}
