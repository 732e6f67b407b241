import { fold } from './fold.js';

export interface SearchTerm {
  /** Folded spellings of a word or phrase; the text must contain at least one of them. Never empty. */
  words: readonly string[];
  /** The text must not contain it. */
  exclude: boolean;
}

/** Maximum number of words and phrases: each is looked for in every text. */
export const MOST_TERMS = 20;

/** Maximum number of excluded words, which are slow: a missing required word ends the check of a text early. */
export const MOST_EXCLUDED = 4;

/** Whether a search has no more words and phrases than are allowed. */
export function isShortSearch(text: string): boolean {
  const terms = parseSearch(text);
  return terms.length <= MOST_TERMS && terms.filter(({ exclude }) => exclude).length <= MOST_EXCLUDED;
}

/** Matches `20h30` and `20h`: times are also written with blanks. */
const TIME = /^(\d{1,2})h(\d\d)?$/;

/** A plural in s or x; the singular matches both. */
const PLURAL = /\p{L}{4}[sx]$/u;

function spellingsOf(word: string): string[] {
  const [, hours, minutes] = TIME.exec(word) ?? [];
  if (hours !== undefined) return [word, minutes === undefined ? `${hours} h` : `${hours} h ${minutes}`];
  return [PLURAL.test(word) ? word.slice(0, -1) : word];
}

/** Parses a search: words, `"phrases"` (also in “ ” and « »), and both with a `-` that excludes them. */
export function parseSearch(text = ''): SearchTerm[] {
  // Folding normalises quotes and hyphens. An unclosed quote extends to the end.
  const all = [...fold(text).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)]
    .map(([, minus, phrase, word = '']) => ({
      words: phrase === undefined ? spellingsOf(word.trim()) : [phrase.trim()],
      exclude: minus === '-',
    }))
    .filter(({ words }) => /[^-]/.test(words[0]!));
  const each = [...new Map(all.map((term) => [`${term.exclude} ${term.words[0]}`, term])).values()];
  return [...each.filter(({ exclude }) => !exclude), ...each.filter(({ exclude }) => exclude)];
}
