import { type RequestContext } from '../../../http/request-context.js';
import { type FieldErrors, FieldError } from '../../../lib/errors/field-error.js';
import { type Site } from '../../../http/urls/site.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type ExcerptTranslation, type Translation, resolveText, translationIn } from './translation.js';

/** How the texts of a resource are named in the API and in its translation entity. */
export interface TextNames {
  /** The name: `title`, `venue`, … */
  readonly nameField: string;
  /** Texts that only this resource has: properties of its translation entity, by their names in the API. */
  readonly ownTexts?: Readonly<Record<string, string>>;
  /** Other properties that a translation may override, by their names in the API; the record has the shared value. */
  readonly perLanguage?: Readonly<Record<string, string>>;
  /** How responses show those of these properties that are stored in another form, by their names in the API. */
  readonly shownValues?: Readonly<Record<string, ShownValue>>;
}

/** A stored value as responses show it in a language. */
type ShownValue = (stored: unknown, language: Language, site: Pick<Site, 'currency'>) => unknown;

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

/** The request that writes texts: its language, its body before validation, and the errors of its fields. */
export interface TextScope {
  readonly context: Pick<RequestContext, 'language' | 'rawBody'>;
  readonly errors: FieldErrors;
}

/** The properties of texts, by their names in `translations`. */
function textProperties({ nameField, ownTexts }: TextNames): Record<string, string> {
  const common = { description: 'description', excerpt: 'excerpt', image_alt: 'imageAlt', slug: 'slug' };
  return { [nameField]: 'name', ...common, ...ownTexts };
}

/** The names of the texts of a resource in `translations`, which bodies also have as flat fields or in their image. */
export function textFieldsOf(names: TextNames): ReadonlySet<string> {
  return new Set(Object.keys(textProperties(names)));
}

/** The names of the texts that a body may also have as flat fields, for its own language. */
export function flatTextsOf(names: TextNames): ReadonlySet<string> {
  return new Set([...textFieldsOf(names)].filter((name) => name !== 'image_alt'));
}

/** The properties of texts and values of one language, by their names in `translations`. */
function translatedProperties(names: TextNames): Record<string, string> {
  return { ...textProperties(names), ...names.perLanguage };
}

/** The texts and values of one language, by their names in `translations`. */
export function toWire(row: Translation, names: TextNames): object {
  const properties = Object.entries(translatedProperties(names));
  return Object.fromEntries(properties.map(([wire, text]) => [wire, Reflect.get(row, text) as unknown]));
}

/** The texts and values of one language as responses show them, by their names in `translations`. */
export function toShownWire(row: Translation, names: TextNames, site: Pick<Site, 'currency'>): object {
  const texts = Object.entries(toWire(row, names));
  return Object.fromEntries(
    texts.map(([wire, stored]) => [wire, shownValue(names, wire, stored, { language: row.language, site })]),
  );
}

/** A value that may differ by language, as responses show it. @param wire its name in the API */
export function shownValue(
  { shownValues = {} }: TextNames,
  wire: string,
  stored: unknown,
  { language, site }: { readonly language: Language; readonly site: Pick<Site, 'currency'> },
): unknown {
  const show = shownValues[wire];
  return show ? show(stored, language, site) : stored;
}

/** Collects the texts of a body: fields at the top level belong to the request's language, `translations` has both. */
function textChanges(
  body: TextBody,
  names: TextNames,
  existing: readonly Translation[] | undefined,
  { context: { language }, errors }: TextScope,
): TextChanges {
  const changes: TextChanges = {};
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [Language, object | null][]) {
    const change = texts === null ? null : fromWire(texts, translatedProperties(names));
    if (change === null || !isEmpty(change)) changes[code] = change;
  }
  const topLevel = dropEchoedFallback(topLevelTexts(body, names), language, existing);
  const nestedTexts = changes[language];
  if (isEmpty(topLevel)) return changes;
  for (const [wire, text] of Object.entries(textProperties(names)) as [string, keyof TextChange][]) {
    const isGivenTwice = topLevel[text] !== undefined && nestedTexts?.[text] !== undefined;
    const topLevelName = wire === 'image_alt' ? 'image.alt' : wire;
    if (isGivenTwice && topLevel[text] !== nestedTexts[text])
      errors.add(topLevelName, (messages) => messages.disagreesInTranslations(`translations.${language}.${wire}`));
  }
  if (nestedTexts === null) errors.add(`translations.${language}`, (messages) => messages.disagrees(names.nameField));
  changes[language] = { ...nestedTexts, ...topLevel };
  return changes;
}

/** The texts at the top level of a body; the alternative text is part of its image. */
function topLevelTexts(body: TextBody, names: TextNames): TextChange {
  const texts = fromWire(body, textProperties(names));
  const imageAlt = body.image?.alt;
  return imageAlt === undefined ? texts : { ...texts, imageAlt };
}

/** The names of the record in a body, in any language. */
export function namesIn(body: TextBody, nameField: string): string[] {
  const texts = [body, ...Object.values(body.translations ?? {})];
  return texts.flatMap((text) => (text && (Reflect.get(text, nameField) as string | undefined)) ?? []);
}

function fromWire(texts: object, properties: Readonly<Record<string, string>>): TextChange {
  const given = Object.entries(properties).map(([wire, text]) => [text, Reflect.get(texts, wire)] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== undefined));
}

/**
 * Drops texts that equal the fallback of a missing translation, as a read returned them: sending a record back must not
 * create a translation. The name is kept if another text is new, since a translation needs a name, and proper names may
 * be the same in both languages.
 */
function dropEchoedFallback(
  topLevel: TextChange,
  language: Language,
  existing: readonly Translation[] | undefined,
): TextChange {
  if (!existing || translationIn(existing, language)) return topLevel;
  const shown = resolveText(existing, language) as Translation & Partial<ExcerptTranslation>;
  const changedTexts = Object.entries(topLevel).filter(
    ([text, value]) => value !== (shown[text as keyof TextChange] ?? null),
  );
  if (changedTexts.length === 0) return {};
  return { ...(topLevel.name !== undefined && { name: topLevel.name }), ...Object.fromEntries(changedTexts) };
}

function isEmpty(change: TextChange): boolean {
  return Object.keys(change).length === 0;
}

/**
 * The changes of texts that a body makes, without those that repeat current texts. Adds errors.
 * @param existing the record's rows; undefined on create
 */
export function resolveTextChanges(
  body: TextBody,
  names: TextNames,
  existing: readonly Translation[] | undefined,
  scope: TextScope,
): TextChanges {
  const { errors } = scope;
  const { language } = scope.context;
  const given = existing ? withStoredTexts(body, names, existing, scope.context) : body;
  const texts = textChanges(given, names, existing, scope);
  const isNameless = !existing && !Object.values(texts).some(Boolean);
  requireNames(isNameless ? { [language]: {} } : texts, existing ?? [], names.nameField, scope);
  const hasText = texts[language] ?? (texts[language] !== null && translationIn(existing ?? [], language));
  if (body.translation_confirmed && !hasText)
    errors.add('translation_confirmed', (messages) => messages.nothingToConfirm);
  return texts;
}

/** The body with the stored value of each text that repeats what a read returned. */
function withStoredTexts(
  body: TextBody,
  names: TextNames,
  existing: readonly Translation[],
  { language, rawBody: sent = {} }: TextScope['context'],
): TextBody {
  const top = withStoredValues(body, sent, toWire(resolveText(existing, language), names));
  const { translations: sentTexts }: TextBody = sent;
  const entries = Object.entries(body.translations ?? {}) as [Language, object | null][];
  const translations = entries.map(([code, texts]) => {
    const row = translationIn(existing, code);
    return [code, texts && row ? withStoredValues(texts, sentTexts?.[code], toWire(row, names)) : texts] as const;
  });
  return { ...top, translations: Object.fromEntries(translations) };
}

/** The first text of a language requires a name. */
function requireNames(
  changes: TextChanges,
  translations: readonly Translation[],
  nameField: string,
  { context, errors }: TextScope,
): void {
  const changed = Object.entries(changes) as [Language, TextChange | null][];
  for (const [language, change] of changed) {
    if (change === null || change.name !== undefined || translationIn(translations, language)) continue;
    errors.add(language === context.language ? nameField : `translations.${language}.${nameField}`, FieldError.missing);
  }
}

/**
 * The body with the stored value of each text that a client sends back exactly as it read it. Parsing could change such
 * a text: it decodes entities (`&amp;` in a title would become `&`), and cleans HTML by rules that may have changed
 * since.
 * @param body the parsed body
 * @param sent the same part of the body before it was parsed
 * @param stored the values that a read returns, by their names in the API
 */
export function withStoredValues<B extends object>(body: B, sent: unknown, stored: object): B {
  if (typeof sent !== 'object' || sent === null) return body;
  const isRepeated = ([name, text]: [string, unknown]) =>
    typeof text === 'string' && typeof Reflect.get(body, name) === 'string' && Reflect.get(stored, name) === text;
  return { ...body, ...Object.fromEntries(Object.entries(sent).filter(isRepeated)) };
}
