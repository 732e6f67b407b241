import { readFileSync } from 'node:fs';
import { type Extension } from '../../calendar/extension-api/extension.js';
import { type Language } from '../../lib/i18n/language.js';
import { resources } from '../../calendar/resources.js';
import { type OperationText, type ResourceDefinition } from '../../calendar/resource/definition.js';
import { extensionTexts } from './extension-fields.js';
import { type NestDocument } from './openapi-document.js';

/** French texts by their English text, as in gettext. */
type Catalogue = Readonly<Record<string, string>>;

/** Translates an English text of the document and fills in its `{placeholders}`. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** All French texts: those of this folder and of shared DTO comments, and those that the resources bring. */
export const french: Catalogue = Object.assign(
  JSON.parse(readTextFile('fr.json')) as Catalogue,
  ...resources.flatMap((resource) => [resource.docs.fieldsFr ?? {}, relationTexts(resource)]),
) as Catalogue;

/** The texts of the relation fields of events, such as `venue`. */
function relationTexts({ relation }: ResourceDefinition): Catalogue {
  if (!relation) return {};
  const { en, fr } = relation.texts;
  const filters = (relation.filters ?? []).map(({ texts }): [string, string] => [texts.en, texts.fr]);
  return { [en.body]: fr.body, [en.response]: fr.response, [en.filter]: fr.filter, ...Object.fromEntries(filters) };
}

/** The introduction of the document in Markdown. */
export function readGuide(language: Language): string {
  return readTextFile(`guide.${language}.md`).trim();
}

/** The texts of operations that belong to no resource, by the name of their handler, in English. */
export const operationTexts = JSON.parse(readTextFile('operations.json')) as Readonly<Record<string, OperationText>>;

/** The descriptions of responses in English: of successful ones by the name of the handler, of errors by status. */
export const responseTexts = JSON.parse(readTextFile('responses.json')) as Readonly<
  Record<'success' | 'errors', Readonly<Record<string, string>>>
>;

function readTextFile(name: string): string {
  return readFileSync(new URL(`./texts/${name}`, import.meta.url), 'utf8');
}

/** @throws {Error} (the returned function) if a text has no French */
export function translator(language: Language): Translate {
  return (text, values = {}) => {
    const translation = language === 'en' ? text : french[text];
    if (translation === undefined) throw new Error(`texts/fr.json lacks the French of: ${text}`);
    return translation.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  };
}

/** Translates the comments of DTO classes in a part of the document. Comments without French stay English. */
export function withTranslatedComments<T>(part: T, language: Language, extensions: readonly Extension[]): T {
  if (language === 'en') return part;
  const texts = { ...french, ...extensionTexts(extensions) };
  return mapDescriptions(part, (text) => texts[text] ?? text);
}

/** The comments of DTO classes without French. */
export function untranslated(document: NestDocument, extensions: readonly Extension[]): string[] {
  const texts = { ...french, ...extensionTexts(extensions) };
  const missing = new Set<string>();
  mapDescriptions(document, (text) => (text in texts ? text : (missing.add(text), text)));
  return [...missing];
}

/** Changes every comment in a part of the document, which is JSON. */
function mapDescriptions<T>(part: T, change: (text: string) => string): T {
  const isText = (name: string, value: unknown) => name === 'description' && typeof value === 'string' && value !== '';
  return JSON.parse(JSON.stringify(part), (name, value: unknown) =>
    isText(name, value) ? change(value as string) : value,
  ) as T;
}
