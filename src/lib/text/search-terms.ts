import { fold } from './fold.js';
export interface SearchTerm {
  /** Folded spellings of a word or phrase; the text must contain at least one of them. Never empty. */
  spellings: readonly string[];
  /** The text must not contain it. */
  isExcluded: boolean;
}

/** Maximum number of words and phrases, since every text is searched for each of them. */
export const MAX_TERMS = 20;

/** Maximum number of excluded words, which are slow: a missing required word ends the check of a text early. */
export const MAX_EXCLUDED = 4;

/** Whether a search has no more words and phrases than are allowed. */
export function isShortSearch(text: string): boolean {
  const terms = parseSearch(text);
  return terms.length <= MAX_TERMS && terms.filter(({ isExcluded }) => isExcluded).length <= MAX_EXCLUDED;
}

/** Matches `20h30` and `20h`, which are also written `20 h 30` and `20 h`. */
const TIME = /^(\d{1,2})h(\d\d)?$/;

/** Words of five letters or more that end like plurals. */
const PLURAL = /\p{L}{4}[sx]$/u;

/** Singulars that end in s: `chess`, `campus`, `tennis`. */
const SINGULAR = /(?:ss|us|is)$/;

/**
 * The singular of a word, which its plural contains as well, except in -ies and -aux. A word in -aux may have its
 * singular in -al, -ail or -au.
 */
function withSingulars(word: string): string[] {
  if (!PLURAL.test(word) || SINGULAR.test(word)) return [word];
  const stem = word.slice(0, -1);
  if (word.endsWith('ies')) return [stem, `${word.slice(0, -3)}y`];
  if (word.endsWith('aux')) return [stem, `${word.slice(0, -3)}al`, `${word.slice(0, -3)}ail`];
  return [stem];
}

function spellingsOf(word: string): string[] {
  const [, hours, minutes] = TIME.exec(word) ?? [];
  if (hours !== undefined) return [word, minutes === undefined ? `${hours} h` : `${hours} h ${minutes}`];
  return withSingulars(word);
}

/** Parses a search: words, `"phrases"` (also in “ ” and « »), and both with a `-` that excludes them. */
export function parseSearch(text = ''): SearchTerm[] {
  // Folding normalises quotes and hyphens. An unclosed quote extends to the end.
  const all = [...fold(text).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)]
    .map(([, minus, phrase, word = '']) => ({
      spellings: phrase === undefined ? spellingsOf(word.trim()) : [phrase.trim()],
      isExcluded: minus === '-',
    }))
    .filter(({ spellings }) => /[^-]/.test(spellings[0]!));
  const unique = [...new Map(all.map((term) => [`${term.isExcluded} ${term.spellings[0]}`, term])).values()];
  return [...unique.filter(({ isExcluded }) => !isExcluded), ...unique.filter(({ isExcluded }) => isExcluded)];
}
