import slugifyText from '@sindresorhus/slugify';
import anyAscii from 'any-ascii';
import { type Language, type PerLanguage } from '../i18n/language.js';

/** Maximum length of a slug made from a title, without the number of a duplicate. */
const MAX_GENERATED_LENGTH = 200;

/** The maximum length of a slug, with its number. */
export const MAX_SLUG_LENGTH = 255;

/** Symbols that are replaced by words of the language; the library only knows English words. */
const SYMBOL_WORDS: PerLanguage<[string, string][]> = {
  en: [['&', ' and ']],
  fr: [
    ['&', ' et '],
    ['♥', ' coeur '],
    ['🦄', ' licorne '],
  ],
};

/** The slug of a text: a-z, 0-9 and single hyphens, at most `max` characters; '' if nothing is left. */
export function slugify(text: string, language: Language, max = MAX_GENERATED_LENGTH): string {
  const slug = slugifyText(
    transliterate(expandNumerals(withoutAccents(text))).replace(/[’'‘ʼ]/g, language === 'fr' ? ' ' : "'"),
    {
      decamelize: false,
      customReplacements: SYMBOL_WORDS[language],
    },
  );
  return truncate(slug, max);
}

/** The nth candidate for a slug that is taken: `base`, `base-2`, `base-3` … */
export function nthSlug(base: string, n: number): string {
  if (n <= 1) return truncate(base, MAX_SLUG_LENGTH);
  const suffix = `-${n}`;
  return truncate(base, MAX_SLUG_LENGTH - suffix.length) + suffix;
}

/** Whether a slug is a candidate for a base that is taken. */
export function isNumbered(slug: string, base: string): boolean {
  const n = Number(/-(\d+)$/.exec(slug)?.[1]);
  return n > 1 && nthSlug(base, n) === slug;
}

/**
 * The library spells ü as ue, as in German; in English and French, Zürich is `zurich`. It does not know Greek letters
 * with old breathings and accents. Other scripts need their marks.
 */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
    .normalize('NFC');
}

/** Spells out numbers that the library drops: m² is `m2`, and 8½ is `8-1-2`. */
function expandNumerals(text: string): string {
  return text.replace(/\p{No}/gu, (sign) => {
    const digits = sign.normalize('NFKC');
    return /^\d+$/.test(digits) ? digits : ` ${digits} `;
  });
}

/**
 * Transliterates letters that the library does not know, independent of the language: other scripts (日本, שלום, สวัสดี),
 * rare Latin letters (ɫ, ŋ), ligatures of PDFs (ﬁ).
 */
function transliterate(text: string): string {
  const toAscii = (word: string) => anyAscii(word).replace(/[^a-z0-9]/gi, '');
  return text
    .replace(OTHER_SCRIPTS, toAscii)
    .replace(/[^\P{Script=Latin}A-Za-z]/gu, (letter) => slugifyText(letter) || toAscii(letter));
}

const OTHER_SCRIPTS =
  /(?:(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}])[\p{L}\p{Nd}\p{Nl}]\p{M}*)+/gu;

function truncate(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-$/, '');
}
