import { createHash } from 'node:crypto';
import { type Language, LANGUAGES, otherLanguage } from '../../../lib/i18n/language.js';
import { visibleText } from '../../../lib/text/sanitize.js';
import { type Translation, type TranslationState, realTranslations, translationIn } from './translation.js';

/** A text of a record, one row for each language. */
interface Row {
  readonly language: Language;
  readonly borrowed: boolean;
  readonly state?: TranslationState;
  readonly madeFrom?: string | null;
}

/** How a text compares with the other language, as its columns hold it. */
export type TranslationColumns = Pick<Translation, 'state' | 'madeFrom'>;

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
 * The state of each language after a write. Only visible changes count. A text is outdated while the other language has
 * other texts than when it was written or confirmed.
 * @param before none on create
 * @param ownTexts properties of the texts that only this resource has
 */
export function translationStates(
  before: readonly Row[],
  after: readonly Row[],
  ownTexts: readonly string[],
  write: TranslationWrite = {},
): Record<Language, TranslationColumns> {
  const names = [...TEXTS, ...ownTexts];
  const changed = LANGUAGES.filter((language) => isChanged(language, before, after, names));
  const original = originalAfter(before, after, write.language);
  const columnsOf = (language: Language): TranslationColumns => {
    const row = translationIn(after, language);
    if (!row) return { state: 'missing', madeFrom: null };
    if (language === original) return { state: 'original', madeFrom: null };
    const was = translationIn(before, language);
    const isConfirmed = write.isConfirmed === true && write.language === language;
    if (changed.length === 0 && was?.state && !isConfirmed) return { state: was.state, madeFrom: was.madeFrom ?? null };
    const others = [before, after].map((rows) => translationIn(rows, otherLanguage(language))) as [Row?, Row?];
    const isMadeNow = isConfirmed || changed.includes(language) || changed.length === 0;
    const source = isMadeNow ? CURRENT : sourceAfter(was, others, names);
    if (isIncomplete(row, others[1], names)) return { state: 'partial', madeFrom: source.madeFrom };
    return { state: source.isOutdated ? 'outdated' : 'current', madeFrom: source.madeFrom };
  };
  return { en: columnsOf('en'), fr: columnsOf('fr') };
}

const CURRENT = { isOutdated: false, madeFrom: null };

/**
 * Whether a text was made from other texts than those which the other language has after a write, and from which. The write
 * has changed the visible texts of the other language, so that their digest differs from that before.
 */
function sourceAfter(was: Row | undefined, [before, after]: readonly [Row?, Row?], names: readonly string[]) {
  if (was?.madeFrom && was.madeFrom === digestOf(after, names)) return CURRENT;
  // An earlier version of the service made texts outdated without storing their source.
  const isUnknown = was?.state === 'outdated' && !was.madeFrom;
  return { isOutdated: true, madeFrom: was?.madeFrom ?? (isUnknown ? null : digestOf(before, names)) };
}

/** A digest of the visible texts of a language, of 22 characters. */
function digestOf(row: Row | undefined, names: readonly string[]): string {
  const visible = names.map((name) => visibleTextOf(row, name));
  return createHash('sha256').update(JSON.stringify(visible)).digest('base64url').slice(0, 22);
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
  const differs = (name: string) => valueOf(was, name) !== valueOf(is, name);
  return names.some((name) => differs(name) && visibleTextOf(was, name) !== visibleTextOf(is, name));
}

/** Whether a text is empty that exists in the other language. */
function isIncomplete(row: Row, other: Row | undefined, names: readonly string[]): boolean {
  return names.some((name) => visibleTextOf(row, name) === '' && visibleTextOf(other, name) !== '');
}

function valueOf(row: Row | undefined, name: string): string {
  return ((row && (Reflect.get(row, name) as unknown)) ?? '') as string;
}

/** The visible text, without markup and spacing. */
function visibleTextOf(row: Row | undefined, name: string): string {
  const text = valueOf(row, name);
  return HTML_TEXTS.includes(name) ? visibleText(text) : text.replace(/\s+/g, ' ').trim();
}
