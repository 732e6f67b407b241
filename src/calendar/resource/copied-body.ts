import { type Language, LANGUAGES, type PerLanguage } from '../../lib/i18n/language.js';
import { type Content } from '../records/revisions/content.js';

/** The fields of a body by their names. */
export type Body = Record<string, unknown>;

/** The suffix of the name of a copy. */
const SUFFIXES: PerLanguage<string> = { en: ' (copy)', fr: ' (copie)' };

/** Largest number of characters of a name. */
const MAX_LENGTH = 255;

/** Fields that a copy does not take over. */
const NOT_COPIED: ReadonlySet<string> = new Set(['author', 'date', 'date_utc', 'status', 'review_note']);

interface CopyOptions {
  /** The name of the record in bodies: `title`, `venue`. */
  readonly nameField: string;
  /** The fields without language that the copy takes over. */
  readonly isCopied: (field: string) => boolean;
  /** The language of the texts that the request has as flat fields. */
  readonly language: Language;
}

/**
 * The part of the body of a new record that it has from another one, as a draft: the fields that the request does not give.
 * @param given the body of the request
 */
export function copiedBody(content: Content, given: Body, { nameField, isCopied, language }: CopyOptions): Body {
  const fields = Object.entries(content.fields).filter(
    ([name]) => given[name] === undefined && isCopied(name) && !NOT_COPIED.has(name),
  );
  const texts = LANGUAGES.flatMap((code) => {
    const copied = textsOfCopy(content.texts[code], nameField, code);
    const replaced = isBody(given.translations) ? given.translations[code] : undefined;
    if (!copied || replaced === null) return [];
    return [[code, withoutGiven(copied, isBody(replaced) ? replaced : {}, code === language ? given : {}, given)]];
  });
  return { status: 'draft', ...Object.fromEntries(fields), translations: Object.fromEntries(texts) };
}

/** A body of a request with the fields that a copy has from another record. */
export function withCopied(given: Body, copied: Body): Body {
  const translations: Body = { ...(copied.translations as Body) };
  const texts = isBody(given.translations) ? given.translations : {};
  for (const [code, own] of Object.entries(texts))
    translations[code] = isBody(own) && isBody(translations[code]) ? { ...translations[code], ...own } : own;
  return { ...copied, ...given, translations };
}

/** The texts of one language with another name, from which a slug is made. */
function textsOfCopy(texts: Readonly<Body> | undefined, nameField: string, language: Language): Body | undefined {
  if (!texts) return undefined;
  const { slug: _slug, [nameField]: name, ...others } = texts;
  const suffix = SUFFIXES[language];
  const short = Array.from(String(name))
    .slice(0, MAX_LENGTH - suffix.length)
    .join('')
    .trimEnd();
  return { ...others, [nameField]: short + suffix };
}

/**
 * The texts of one language without those that a request gives. An alternative text describes its image, and no other one.
 * @param texts those of `translations` @param flat those of its flat fields, if they are of this language
 */
function withoutGiven(copied: Body, texts: Body, flat: Body, body: Body): Body {
  const isGiven = (name: string) => texts[name] !== undefined || flat[name] !== undefined;
  const isOtherImage = isGiven('image') || (copied.image === null && body.image !== undefined);
  return Object.fromEntries(
    Object.entries(copied).filter(([name]) => !isGiven(name) && !(name === 'image_alt' && isOtherImage)),
  );
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
