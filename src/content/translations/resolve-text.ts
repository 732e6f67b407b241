import { type RecordRef, RecordNotFound } from '../../errors/api-error.js';
import { type RequestContext } from '../../http/context/calendar-request.js';
import { type Language } from '../../i18n/language.js';
import { type ResourceNames } from '../../i18n/resource-names.js';
import { type Translation } from './translation.js';

/** The translations that exist, without fallback rows (`borrowed`). */
export function realTranslations<T extends Pick<Translation, 'borrowed'>>(translations: readonly T[]): T[] {
  return translations.filter((translation) => !translation.borrowed);
}

/** The translation of a record in one language, if it exists. */
export function translationIn<T extends Pick<Translation, 'language' | 'borrowed'>>(
  translations: readonly T[],
  language: Language,
): T | undefined {
  return translations.find((translation) => translation.language === language && !translation.borrowed);
}

/** The text in a language, or the fallback: the text in the other language. */
export function resolveText<T extends Pick<Translation, 'language' | 'borrowed'>>(
  translations: readonly T[],
  language: Language,
): T {
  let other: T | undefined;
  for (const translation of translations) {
    if (translation.borrowed) continue;
    if (translation.language === language) return translation;
    other = translation;
  }
  if (!other) throw new Error('a record without any translation');
  return other;
}

/** @throws {RecordNotFound} if a read without fallback requests a language that the record lacks */
export function assertTranslated(
  resource: ResourceNames,
  translations: readonly Translation[],
  ref: RecordRef,
  { fallback }: { readonly fallback?: 'none' },
  { language }: RequestContext,
): void {
  if (fallback === 'none' && !translationIn(translations, language)) throw new RecordNotFound(resource, ref);
}
