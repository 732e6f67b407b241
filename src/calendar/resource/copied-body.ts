import { type Language, LANGUAGES, type PerLanguage } from '../../lib/i18n/language.js';
import { type Content } from '../records/revisions/content.js';

type Body = Record<string, unknown>;

/** What follows the name of a copy. */
const SUFFIXES: PerLanguage<string> = { en: ' (copy)', fr: ' (copie)' };

/** Largest number of characters of a name. */
const MAX_LENGTH = 255;

/** Fields that a copy does not take over. */
const NOT_COPIED: ReadonlySet<string> = new Set(['author', 'date', 'date_utc', 'status']);

interface CopyOptions {
  /** The name of the record in bodies: `title`, `venue`. */
  readonly nameField: string;
  /** The texts that bodies may have as flat fields. */
  readonly flatTexts: ReadonlySet<string>;
  /** The fields without language that the copy takes over. */
  readonly isCopied: (field: string) => boolean;
  readonly language: Language;
}

/**
 * The body of a new record like another one, as a draft.
 * @param given fields of the copy, which replace those of the other record
 */
export function copiedBody(content: Content, given: Body, options: CopyOptions): Body {
  const { nameField, flatTexts, isCopied, language } = options;
  const fields = Object.entries(content.fields).filter(([name]) => isCopied(name) && !NOT_COPIED.has(name));
  const { translations: givenTexts, translation_language: _language, ...flat } = given;
  const own = Object.entries(flat).filter(([name]) => flatTexts.has(name));
  const others = Object.entries(flat).filter(([name]) => !flatTexts.has(name));
  const translations: Body = {};
  for (const code of LANGUAGES) {
    const texts = textsOfCopy(content.texts[code], nameField, code);
    const replaced = isBody(givenTexts) ? givenTexts[code] : undefined;
    const shown = replaced === null ? undefined : { ...texts, ...(isBody(replaced) && replaced) };
    const all = { ...shown, ...(code === language && Object.fromEntries(own)) };
    if (Object.keys(all).length > 0) translations[code] = all;
  }
  return { status: 'draft', ...Object.fromEntries(fields), ...Object.fromEntries(others), translations };
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

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
