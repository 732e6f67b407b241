import { type Faults, Fault } from '../../errors/fault.js';
import { type Language } from '../../i18n/language.js';
import { keepStored } from './keep-stored.js';
import { shownText, translationIn } from './shown-text.js';
import { type ExcerptTranslation, type Translation } from './translation.js';

/** What the wire calls the texts of a kind. */
export interface TextNames {
  /** The name: `title`, `venue`, … */
  readonly nameField: string;
  /** Texts that this kind alone has: the property of its translation by the name on the wire. */
  readonly ownTexts?: Readonly<Record<string, string>>;
  /**
   * Fields that are not texts but may differ by language: the property by the name on the wire. The record has it with the
   * value that all languages share, its translation with the one of a language.
   */
  readonly perLanguage?: Readonly<Record<string, string>>;
}

/** The texts of a record in one language as a body gives them, those of its kind alone among them: absent is kept, null is cleared. */
export interface TextChange {
  name?: string;
  description?: string | null;
  excerpt?: string | null;
  slug?: string;
  /** What is said of the record's image. */
  imageAlt?: string | null;
  /** The image that is shown in this language alone. */
  imageId?: number | null;
}

/** What a write says about each language: a change, null for a removal, or nothing. */
export type TextChanges = Partial<Record<Language, TextChange | null>>;

/** The part of a body that carries texts, by the names of the wire. */
export interface TextBody {
  description?: string | null;
  excerpt?: string | null;
  slug?: string;
  readonly image?: { readonly alt?: string | null } | null;
  translations?: Partial<Record<Language, object | null>>;
  readonly translation_confirmed?: boolean;
}

/** The texts of a translation by the names that `translations` have for them. */
function textsOf({ nameField, ownTexts }: TextNames): Record<string, string> {
  const common = { description: 'description', excerpt: 'excerpt', slug: 'slug', image_alt: 'imageAlt' };
  return { [nameField]: 'name', ...common, ...ownTexts };
}

/** All that `translations` may say of a language. */
function propertiesOf(names: TextNames): Record<string, string> {
  return { ...textsOf(names), ...names.perLanguage };
}

/** Gathers what a body says about texts: flat fields are meant for the request's language, `translations` for both. */
function textChanges(
  body: TextBody,
  names: TextNames,
  language: Language,
  existing: readonly Translation[] | undefined,
  faults: Faults,
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
      faults.add(flatName, (messages) => messages.disagreesInTranslations(`translations.${language}.${wire}`));
  }
  if (nestedTexts === null) faults.add(`translations.${language}`, (messages) => messages.disagrees(names.nameField));
  changes[language] = { ...nestedTexts, ...flat };
  return changes;
}

/** The texts that stand beside the other fields of a body; what is said of its image stands with that. */
function flatTexts(body: TextBody, names: TextNames): TextChange {
  const texts = fromWire(body, textsOf(names));
  const imageAlt = body.image?.alt;
  return imageAlt === undefined ? texts : { ...texts, imageAlt };
}

/** The names that a body gives, in whichever language. */
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
 * Leaves out what a read showed in place of a translation that does not exist: sending it back unchanged writes nothing.
 * The name stays where another text is new: a first text needs one, and proper names are the same in both languages.
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
 * What a body changes in the texts of a record, with its faults filed.
 * @param existing the record's rows; undefined on create
 * @param sent the body before it was read
 */
export function settledTexts(
  body: TextBody,
  names: TextNames,
  language: Language,
  existing: readonly Translation[] | undefined,
  faults: Faults,
  sent?: object,
): TextChanges {
  if (existing) {
    keepTexts(body, names, language, existing, sent);
  }
  const texts = textChanges(body, names, language, existing, faults);
  const isSilent = !Object.values(texts).some(Boolean);
  requireNames(existing || !isSilent ? texts : { [language]: {} }, existing ?? [], names.nameField, language, faults);
  const isThere = texts[language] ?? (texts[language] !== null && translationIn(existing ?? [], language));
  if (body.translation_confirmed && !isThere)
    faults.add('translation_confirmed', (messages) => messages.nothingToConfirm);
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

/** A first text of a language needs its name. */
function requireNames(
  changes: TextChanges,
  translations: readonly Translation[],
  nameField: string,
  request: Language,
  faults: Faults,
): void {
  const changed = Object.entries(changes) as [Language, TextChange | null][];
  for (const [language, change] of changed) {
    if (change === null || change.name !== undefined || translationIn(translations, language)) continue;
    faults.add(language === request ? nameField : `translations.${language}.${nameField}`, Fault.missing);
  }
}
