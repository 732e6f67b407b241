import { type Language } from '../i18n/language.js';
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
  const terms = parseSearch(text, 'en');
  return terms.length <= MAX_TERMS && terms.filter(({ isExcluded }) => isExcluded).length <= MAX_EXCLUDED;
}

/** Matches `20h30` and `20h`, which are also written `20 h 30` and `20 h`. */
const TIME = /^(\d{1,2})h(\d\d)?$/;

/** Words of five letters or more that end like plurals. */
const PLURAL = /\p{L}{4}[sx]$/u;

/** Singulars that end in s: `chess`, `campus`, `tennis`. */
const SINGULAR = /(?:ss|us|is)$/;

/** English plurals in -es: `churches`, `boxes`. French words with an accent, such as `marchés`, have none. */
const PLURAL_IN_ES = /(?:ch|sh|ss|x)es$/;

/** Words of five letters or more whose plural does not contain them: `story`, `animal`, `travail`. */
const SINGULAR_IN_Y = /\p{L}{3}[^aeiouy\P{L}]y$/u;
const SINGULAR_IN_AL = /\p{L}{3}al$|\p{L}{2}ail$/u;

/** How a word is read: in the language of the request, and whether it was typed without accents. */
interface Reading {
  readonly language: Language;
  readonly isPlain: boolean;
}

/**
 * Spellings of which every text with the singular or the plural of a word contains one. A plural in -s or -x contains
 * its singular. French words in -aux have a singular in -au, -al or -ail.
 */
function withPlurals(word: string, { language, isPlain }: Reading): string[] {
  const cut = (letters: number, ending = '') => `${word.slice(0, word.length - letters)}${ending}`;
  if (language === 'en' && SINGULAR_IN_Y.test(word)) return [word, cut(1, 'ies')];
  if (language === 'fr' && SINGULAR_IN_AL.test(word)) return [word, cut(word.endsWith('ail') ? 3 : 2, 'aux')];
  if (!PLURAL.test(word) || SINGULAR.test(word)) return [word];
  if (language === 'en' && word.endsWith('ies')) return [cut(1), cut(3, 'y')];
  if (language === 'en' && isPlain && PLURAL_IN_ES.test(word)) return [cut(2)];
  if (language === 'fr' && word.endsWith('aux')) return [cut(1), cut(3, 'al'), cut(3, 'ail')];
  return [cut(1)];
}

/** Hyphens of a word that are tried each on its own; words with more are written alike throughout. */
const MOST_HYPHENS = 2;

/** A word with hyphens between letters, which others write with a blank, or as one word. */
function withoutHyphens(word: string): string[] {
  const [first = '', ...others] = word.split(/(?<=\p{L})-(?=\p{L})/u);
  const joints = ['-', ' ', ''];
  if (others.length > MOST_HYPHENS) return joints.map((joint) => [first, ...others].join(joint));
  return others.reduce(
    (starts, part) => joints.flatMap((joint) => starts.map((start) => start + joint + part)),
    [first],
  );
}

function spellingsOf(word: string, reading: Reading): string[] {
  const [, hours, minutes] = TIME.exec(word) ?? [];
  if (hours !== undefined) return [word, minutes === undefined ? `${hours} h` : `${hours} h ${minutes}`];
  return withoutHyphens(word).flatMap((one) => withPlurals(one, reading));
}

/** The words of a text that are typed with accents, folded. */
function accentedWords(text: string): ReadonlySet<string> {
  const words = text.normalize('NFD').match(/[\p{L}\p{M}]+/gu) ?? [];
  return new Set(words.filter((word) => /\p{M}/u.test(word)).map(fold));
}

/** A word without the signs around it: `(jazz)`, `jazz,`. */
const withoutSigns = (word: string) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(word)?.[0] ?? '';

/**
 * Parses a search: words, `"phrases"` (also in “ ” and « »), and both with a `-` that excludes them.
 * @param language of the request, whose plurals are known
 */
export function parseSearch(text: string, language: Language): SearchTerm[] {
  const accented = accentedWords(text);
  // Folding normalises quotes and hyphens. An unclosed quote extends to the end.
  const all = [...fold(text).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)]
    .map(([, minus, phrase, typed = '']) => {
      const word = withoutSigns(typed);
      const reading = { language, isPlain: !accented.has(word) };
      return {
        spellings: phrase === undefined ? spellingsOf(word, reading) : [phrase.trim()],
        isExcluded: minus === '-',
      };
    })
    .filter(({ spellings }) => /[^-]/.test(spellings[0]!));
  const unique = [...new Map(all.map((term) => [`${term.isExcluded} ${term.spellings[0]}`, term])).values()];
  return [...unique.filter(({ isExcluded }) => !isExcluded), ...unique.filter(({ isExcluded }) => isExcluded)];
}
