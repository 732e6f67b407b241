import { type Faults, Fault } from '../errors/fault.js';
import { type Language } from '../language/language.js';
import { shownText, translationIn } from './shown-text.js';
import { type ExcerptTranslation, type Translation } from './translation.js';

/** The texts of a record in one language as a body gives them: absent is kept, null is cleared. */
export interface TextChange {
  name?: string;
  description?: string | null;
  excerpt?: string | null;
  slug?: string;
}

/** What a write says about each language: a change, null for a removal, or nothing. */
export type TextChanges = Partial<Record<Language, TextChange | null>>;

/** The part of a body that carries texts, by the names of the wire. */
export interface TextBody {
  description?: string | null;
  excerpt?: string | null;
  slug?: string;
  translations?: Partial<Record<Language, object | null>>;
}

const TEXTS = ['name', 'description', 'excerpt', 'slug'] as const;

/** Gathers what a body says about texts: flat fields are meant for the request's language, `translations` for both. */
function textChanges(
  body: TextBody,
  nameField: string,
  language: Language,
  existing: readonly Translation[] | undefined,
  faults: Faults,
): TextChanges {
  const changes: TextChanges = {};
  for (const [code, texts] of Object.entries(body.translations ?? {}) as [Language, object | null][]) {
    const change = texts === null ? null : fromWire(texts, nameField);
    if (change === null || !isEmpty(change)) changes[code] = change;
  }
  const flat = withoutEcho(fromWire(body, nameField), language, existing);
  const nestedTexts = changes[language];
  if (isEmpty(flat)) return changes;
  for (const text of TEXTS) {
    const twice = flat[text] !== undefined && nestedTexts?.[text] !== undefined;
    const wire = text === 'name' ? nameField : text;
    if (twice && flat[text] !== nestedTexts[text])
      faults.add(wire, (messages) => messages.disagreesInTranslations(`translations.${language}.${wire}`));
  }
  if (nestedTexts === null) faults.add(`translations.${language}`, (messages) => messages.disagrees(nameField));
  changes[language] = { ...nestedTexts, ...flat };
  return changes;
}

/** The names that a body gives, in whichever language. */
export function namesIn(body: TextBody, nameField: string): string[] {
  return [body, ...Object.values(body.translations ?? {})].flatMap((texts) =>
    texts === null ? [] : (fromWire(texts, nameField).name ?? []),
  );
}

function fromWire(texts: object, nameField: string): TextChange {
  const { [nameField]: name, description, excerpt, slug } = texts as Record<string, never>;
  return Object.fromEntries(
    Object.entries({ name, description, excerpt, slug }).filter(([, text]) => text !== undefined),
  );
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
 * @param nameField what the wire calls the name: `title`, `venue`, …
 */
export function settledTexts(
  body: TextBody,
  nameField: string,
  language: Language,
  existing: readonly Translation[] | undefined,
  faults: Faults,
): TextChanges {
  const texts = textChanges(body, nameField, language, existing, faults);
  const isSilent = !Object.values(texts).some(Boolean);
  requireNames(existing || !isSilent ? texts : { [language]: {} }, existing ?? [], nameField, language, faults);
  return texts;
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
