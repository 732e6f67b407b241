import { type Extension } from '../extension-api/extension.js';
import { type Language, type PerLanguage } from '../i18n/language.js';
import { kinds } from '../kinds.js';
import { type KindDefinition } from '../resource/definition.js';
import { addedTexts } from './added-fields.js';
import { type Findings } from './make-document.js';
import { fieldsFr } from './texts/fields.fr.js';

type Catalogue = Readonly<Record<string, string>>;

/** Of the links of events: their fields belong to the kinds that events are linked to. */
function linkTexts({ link }: KindDefinition): Catalogue {
  if (!link) return {};
  const { en, fr } = link.texts;
  const filters = (link.filters ?? []).map(({ texts }) => [texts.en, texts.fr] as const);
  return { [en.body]: fr.body, [en.answer]: fr.answer, [en.filter]: fr.filter, ...Object.fromEntries(filters) };
}

/** The texts that belong to no kind, those of the kinds, and those of their links. */
export const allFieldsFr: Catalogue = Object.assign(
  { ...fieldsFr },
  ...kinds.flatMap((kind) => [kind.docs.fieldsFr, linkTexts(kind)]),
) as Catalogue;

/** French by English for the texts that come from comments; English needs none. */
const catalogues: PerLanguage<Catalogue> = { en: {}, fr: allFieldsFr };

/**
 * The same document with the texts of the comments in another language. What has no translation stays English.
 * @param more texts by English text, beside those of the catalogue
 */
export function translated<T>(part: T, language: Language, more: Readonly<Record<string, string>>): T {
  const catalogue = { ...catalogues[language], ...more };
  return mapDescriptions(part, (text) => catalogue[text] ?? text) as T;
}

/** The texts that exist in English only. */
export function untranslated(findings: Findings, extensions: readonly Extension[]): string[] {
  const catalogue = { ...allFieldsFr, ...addedTexts(extensions, 'fr') };
  return textsOf(findings).filter((text) => !(text in catalogue));
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
