import { type Language } from '../../../src/lib/i18n/language.js';

/** A text in English and in French. */
export type Bilingual = readonly [english: string, french: string];

export function inLanguage([english, french]: Bilingual, language: Language): string {
  return language === 'en' ? english : french;
}
