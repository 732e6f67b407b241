import { type FieldErrors, FieldError } from '../../errors/field-error.js';
import { type Language } from '../../i18n/language.js';
import { keepStored } from './keep-stored.js';
import { shownText, translationIn } from './shown-text.js';
import { type ExcerptTranslation, type Translation } from './translation.js';

/** The names of the texts of a resource in the API. */
export interface TextNames {
  /** The name: `title`, `venue`, … */
  readonly nameField: string;
  /** Texts that only this resource has: the property of its translation, and the name in the API. */
  readonly ownTexts?: Readonly<Record<string, string>>;
  /**
   * Fields other than texts that may differ by language: the property, and the name in the API. The record has the
   * shared value, a translation the value of its language.
   */
  readonly perLanguage?: Readonly<Record<string, string>>;
}

/** The texts of one language in a body. Absent texts are kept, null clears a text. */
export interface TextChange {
  name?: string;
  description?: string | null;
  excerpt?: string | null;
  slug?: string;
  /** The alternative text of the record's image. */
  imageAlt?: string | null;
  /** The image for this language only. */
  imageId?: number | null;
}

/** The change of each language in a write: texts, null for a removal, or absent. */
export type TextChanges = Partial<Record<Language, TextChange | null>>;

/** The part of a body that has texts, by their names in the API. */
export interface TextBody {
  description?: string | null;
  excerpt?: string | null;
  slug?: string;
  readonly image?: { readonly alt?: string | null } | null;
  translations?: Partial<Record<Language, object | null>>;
  readonly translation_confirmed?: boolean;
}

/** The texts of a translation by their names in `translations`. */
function textsOf({ nameField, ownTexts }: TextNames): Record<string, string> {
  const common = { description: 'description', excerpt: 'excerpt', slug: 'slug', image_alt: 'imageAlt' };
  return { [nameField]: 'name', ...common, ...ownTexts };
}

/** The fields of one language in `translations`. */
function propertiesOf(names: TextNames): Record<string, string> {
  return { ...textsOf(names), ...names.perLanguage };
}

/** Collects the texts of a body: fields at the top level belong to the request's language, `translations` has both. */
function textChanges(
  body: TextBody,
  names: TextNames,
  language: Language,
  existing: readonly Translation[] | undefined,
  errors: FieldErrors,
): TextChanges {
  const changes: TextChanges = {};
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [Language, object | null][]) {
    const change = texts === null ? null : fromWire(texts, propertiesOf(names));
    if (change === null || !isEmpty(change)) changes[code] = change;
  }
  const flat = withoutEcho(flatTexts(body, names), language, existing);
  const nestedTexts = changes[language];
  if (isEmpty(flat)) return changes;
  for (const [wire, text] of Object.entries(textsOf(names)) as [string, keyof TextChange][]) {
    const twice = flat[text] !== undefined && nestedTexts?.[text] !== undefined;
    const flatName = wire === 'image_alt' ? 'image.alt' : wire;
    if (twice && flat[text] !== nestedTexts[text])
      errors.add(flatName, (messages) => messages.disagreesInTranslations(`translations.${language}.${wire}`));
  }
  if (nestedTexts === null) errors.add(`translations.${language}`, (messages) => messages.disagrees(names.nameField));
  changes[language] = { ...nestedTexts, ...flat };
  return changes;
}

/** The texts at the top level of a body; the alternative text is part of its image. */
function flatTexts(body: TextBody, names: TextNames): TextChange {
  const texts = fromWire(body, textsOf(names));
  const imageAlt = body.image?.alt;
  return imageAlt === undefined ? texts : { ...texts, imageAlt };
}

/** The names of the record in a body, in any language. */
export function namesSaid(body: TextBody, nameField: string): string[] {
  return [body, ...Object.values(body.translations ?? {})].flatMap((texts) =>
    texts === null ? [] : (fromWire(texts, textsOf({ nameField })).name ?? []),
  );
}

function fromWire(texts: object, properties: Readonly<Record<string, string>>): TextChange {
  const given = Object.entries(properties).map(([wire, text]) => [text, Reflect.get(texts, wire)] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== undefined));
}

/**
 * Leaves out texts that equal the fallback which a read shows in place of a missing translation, so that sending a
 * record back writes nothing. The name is kept if another text is new: a translation needs a name, and proper names may
 * be the same in both languages.
 */
function withoutEcho(flat: TextChange, language: Language, existing: readonly Translation[] | undefined): TextChange {
  if (!existing || translationIn(existing, language)) return flat;
  const shown = shownText(existing, language) as Translation & Partial<ExcerptTranslation>;
  const said = Object.entries(flat).filter(([text, value]) => value !== (shown[text as keyof TextChange] ?? null));
  if (said.length === 0) return {};
  return { ...(flat.name !== undefined && { name: flat.name }), ...Object.fromEntries(said) };
}

function isEmpty(change: TextChange): boolean {
  return Object.keys(change).length === 0;
}

/**
 * The changes of a body to the texts of a record; adds its errors.
 * @param existing the record's rows; undefined on create
 * @param sent the body before it was parsed
 */
export function settledTexts(
  body: TextBody,
  names: TextNames,
  language: Language,
  existing: readonly Translation[] | undefined,
  errors: FieldErrors,
  sent?: object,
): TextChanges {
  if (existing) {
    keepTexts(body, names, language, existing, sent);
  }
  const texts = textChanges(body, names, language, existing, errors);
  const isSilent = !Object.values(texts).some(Boolean);
  requireNames(existing || !isSilent ? texts : { [language]: {} }, existing ?? [], names.nameField, language, errors);
  const isThere = texts[language] ?? (texts[language] !== null && translationIn(existing ?? [], language));
  if (body.translation_confirmed && !isThere)
    errors.add('translation_confirmed', (messages) => messages.nothingToConfirm);
  return texts;
}

function keepTexts(
  body: TextBody,
  names: TextNames,
  language: Language,
  existing: readonly Translation[],
  sent: TextBody = {},
): void {
  const properties = Object.entries(propertiesOf(names));
  const onWire = (row: Translation) =>
    Object.fromEntries(properties.map(([wire, text]) => [wire, Reflect.get(row, text) as unknown]));
  keepStored(body, sent, onWire(shownText(existing, language)));
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [Language, object | null][]) {
    const row = translationIn(existing, code);
    if (texts && row) keepStored(texts, sent.translations?.[code], onWire(row));
  }
}

/** The first text of a language requires a name. */
function requireNames(
  changes: TextChanges,
  translations: readonly Translation[],
  nameField: string,
  request: Language,
  errors: FieldErrors,
): void {
  const changed = Object.entries(changes) as [Language, TextChange | null][];
  for (const [language, change] of changed) {
    if (change === null || change.name !== undefined || translationIn(translations, language)) continue;
    errors.add(language === request ? nameField : `translations.${language}.${nameField}`, FieldError.missing);
  }
}
