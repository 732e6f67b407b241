import { type Extension } from '../extension-api/extension.js';
import { type Language } from '../i18n/language.js';
import { kinds } from '../kinds.js';
import { type KindDefinition } from '../resource/definition.js';
import { extensionTexts } from './extension-fields.js';
import { type NestDocument } from './openapi-document.js';
import { fieldsFr } from './texts/fields.fr.js';

type Catalogue = Readonly<Record<string, string>>;

/** French by English text, for the comments of all DTO and query classes. */
export const allFieldsFr: Catalogue = Object.assign(
  { ...fieldsFr },
  ...kinds.flatMap((kind) => [kind.docs.fieldsFr, relationTexts(kind)]),
) as Catalogue;

/** The texts of the fields by which events refer to a resource. */
function relationTexts({ link }: KindDefinition): Catalogue {
  if (!link) return {};
  const { en, fr } = link.texts;
  const filters = (link.filters ?? []).map(({ texts }): [string, string] => [texts.en, texts.fr]);
  return { [en.body]: fr.body, [en.answer]: fr.answer, [en.filter]: fr.filter, ...Object.fromEntries(filters) };
}

/**
 * The same part of a document with its descriptions in another language. Texts without a translation stay English.
 * @param more texts by English text, beside those of the service itself
 */
export function translated<T>(part: T, language: Language, more: Catalogue): T {
  if (language === 'en') return part;
  const catalogue: Catalogue = { ...allFieldsFr, ...more };
  return mapDescriptions(part, (text) => catalogue[text] ?? text) as T;
}

/** The descriptions that have no French. */
export function untranslated(document: NestDocument, extensions: readonly Extension[]): string[] {
  const catalogue = { ...allFieldsFr, ...extensionTexts(extensions, 'fr') };
  return descriptionsOf(document).filter((text) => !(text in catalogue));
}

/** Every different description of a part of a document. */
export function descriptionsOf(part: unknown): string[] {
  const texts = new Set<string>();
  mapDescriptions(part, (text) => (texts.add(text), text));
  return [...texts];
}

function mapDescriptions(part: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(part)) return part.map((member) => mapDescriptions(member, change));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, value]: [string, unknown]) => {
    const isText = name === 'description' && typeof value === 'string' && value !== '';
    return [name, isText ? change(value) : mapDescriptions(value, change)];
  });
  return Object.fromEntries(entries);
}
