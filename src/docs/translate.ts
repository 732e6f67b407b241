import { type Language, type PerLanguage } from '../common/language/language.js';
import { fieldsFr } from './texts/fields.fr.js';

/** French by English for the texts that come from comments; English needs none. */
const catalogues: PerLanguage<Readonly<Record<string, string>>> = { en: {}, fr: fieldsFr };

/**
 * The same document with the texts of the comments in another language. What has no translation stays English.
 * @param more texts by English text, beside those of the catalogue
 */
export function translated<T>(part: T, language: Language, more: Readonly<Record<string, string>>): T {
  const catalogue = { ...catalogues[language], ...more };
  return mapDescriptions(part, (text) => catalogue[text] ?? text) as T;
}

/** Every text that a translation is needed of. */
export function textsOf(part: unknown): string[] {
  const texts = new Set<string>();
  mapDescriptions(part, (text) => (texts.add(text), text));
  return [...texts];
}

function mapDescriptions(part: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(part)) return part.map((member) => mapDescriptions(member, change));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string' && value !== ''
        ? change(value)
        : mapDescriptions(value, change),
    ]),
  );
}
