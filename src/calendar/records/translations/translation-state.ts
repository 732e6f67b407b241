import { type Language, LANGUAGES, otherLanguage } from '../../../lib/i18n/language.js';
import { visibleText } from '../../../lib/text/sanitize.js';
import { type TranslationState, realTranslations, translationIn } from './translation.js';

/** A text of a record, one row for each language. */
interface Row {
  readonly language: Language;
  readonly borrowed: boolean;
  readonly state?: TranslationState;
}

/** The part of a write, besides the texts, that determines the translation states. */
export interface TranslationWrite {
  /** The language of the request. */
  readonly language?: Language;
  /** Whether the write confirms that the text of this language is up to date. */
  readonly isConfirmed?: boolean;
}

/** Texts that all resources may have; a resource adds its own. */
const TEXTS = ['name', 'description', 'excerpt', 'imageAlt'];
const HTML_TEXTS = ['description', 'excerpt'];

/**
 * The state of each language after a write. Only visible changes count.
 * @param before none on create
 * @param ownTexts properties of the texts that only this resource has
 */
export function translationStates(
  before: readonly Row[],
  after: readonly Row[],
  ownTexts: readonly string[],
  write: TranslationWrite = {},
): Record<Language, TranslationState> {
  const names = [...TEXTS, ...ownTexts];
  const changed = LANGUAGES.filter((language) => isChanged(language, before, after, names));
  const original = originalAfter(before, after, write.language);
  const stateOf = (language: Language): TranslationState => {
    const row = translationIn(after, language);
    if (!row) return 'missing';
    if (language === original) return 'original';
    const known = translationIn(before, language)?.state;
    const isConfirmed = write.isConfirmed === true && write.language === language;
    if (changed.length === 0 && known && !isConfirmed) return known;
    if (isIncomplete(row, translationIn(after, otherLanguage(language)), names)) return 'partial';
    if (isConfirmed || changed.includes(language)) return 'current';
    return changed.length > 0 ? 'outdated' : (known ?? 'current');
  };
  return { en: stateOf('en'), fr: stateOf('fr') };
}

/** The original language: the one in which the record was first written; if its text was removed, the remaining one. */
export function originalOf(rows: readonly Row[]): Language | undefined {
  return realTranslations(rows).find(({ state }) => state === 'original')?.language;
}

function originalAfter(before: readonly Row[], after: readonly Row[], written: Language | undefined): Language {
  const languages = realTranslations(after).map(({ language }) => language);
  const wanted = [originalOf(before), written].find((language) => language && languages.includes(language));
  return wanted ?? languages[0]!;
}

function isChanged(
  language: Language,
  before: readonly Row[],
  after: readonly Row[],
  names: readonly string[],
): boolean {
  const [was, is] = [translationIn(before, language), translationIn(after, language)];
  return names.some((name) => visibleTextOf(was, name) !== visibleTextOf(is, name));
}

/** Whether a text is empty that exists in the other language. */
function isIncomplete(row: Row, other: Row | undefined, names: readonly string[]): boolean {
  return names.some((name) => visibleTextOf(row, name) === '' && visibleTextOf(other, name) !== '');
}

/** The visible text, without markup and spacing. */
function visibleTextOf(row: object | undefined, name: string): string {
  const text = ((row && (Reflect.get(row, name) as unknown)) ?? '') as string;
  return HTML_TEXTS.includes(name) ? visibleText(text) : text.replace(/\s+/g, ' ').trim();
}
