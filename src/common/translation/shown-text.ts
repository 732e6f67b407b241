import { type Address, RecordNotFound } from '../errors/api-error.js';
import { type RequestContext } from '../http/calendar-request.js';
import { type Language, otherLanguage } from '../language/language.js';
import { type RecordQuery } from '../listing/list.query.js';
import { type Kind } from '../records/kind.js';
import { type Translation } from './translation.js';

/** The translations that exist, without the borrowed rows. */
export function realTranslations<T extends Translation>(translations: readonly T[]): T[] {
  return translations.filter((translation) => !translation.borrowed);
}

/** The translation of a record in one language, if it exists. */
export function translationIn<T extends Translation>(translations: readonly T[], language: Language): T | undefined {
  return translations.find((translation) => translation.language === language && !translation.borrowed);
}

/** The text that a reader of a language gets: that of the language, else all of the other one. */
export function shownText<T extends Translation>(translations: readonly T[], language: Language): T {
  const text = translationIn(translations, language) ?? translationIn(translations, otherLanguage(language));
  if (!text) throw new Error('a record without any translation');
  return text;
}

/** @throws {RecordNotFound} where a read without fallback asks for a language that the record lacks */
export function assertTranslated(
  kind: Kind,
  translations: readonly Translation[],
  address: Address,
  { fallback }: RecordQuery,
  { language }: RequestContext,
): void {
  if (fallback === 'none' && !translationIn(translations, language)) throw new RecordNotFound(kind, address);
}
