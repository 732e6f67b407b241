import { type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { cleanPlainText, toPlainText } from '../../lib/text/sanitize.js';
import { changedContent, type Content } from '../records/revisions/content.js';

/** Fields that only have a meaning together: they are restored together. */
const TIMES = ['start_date', 'end_date', 'timezone', 'all_day'];

/** Fields that no revision restores. */
const NEVER_RESTORED: ReadonlySet<string> = new Set(['author', 'date', 'date_utc', 'status', 'review_note']);

type Body = Record<string, unknown>;

/**
 * The body of a write that gives a record its former content: the fields that differ.
 * @param isRestorable whether the body may have a field without language
 */
export function restoredBody(current: Content, former: Content, isRestorable: (field: string) => boolean): Body {
  const changed = new Set(changedContent(current, former));
  const fields = Object.entries(former.fields).filter(([name]) => {
    const isTime = TIMES.includes(name) && TIMES.some((time) => changed.has(time));
    return (changed.has(name) || isTime) && isRestorable(name) && !NEVER_RESTORED.has(name);
  });
  const translations = Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const texts = changedTexts(current, former, language, changed);
      return texts === undefined ? [] : [[language, texts]];
    }),
  );
  return { ...Object.fromEntries(fields), ...(Object.keys(translations).length > 0 && { translations }) };
}

/** The texts of a language that differ; null if the record did not have the language, undefined if nothing differs. */
function changedTexts(
  current: Content,
  { texts }: Content,
  language: Language,
  changed: ReadonlySet<string>,
): Body | null | undefined {
  const former = texts[language];
  if (!former) return current.texts[language] ? null : undefined;
  const differing = Object.entries(former).filter(([name]) => changed.has(`${language}.${name}`));
  return differing.length > 0 ? Object.fromEntries(differing) : undefined;
}

/**
 * A validated body with the plain texts exactly as they were stored: validation decodes entities, which a stored text has
 * only if they were written as such.
 * @param dto the validated body @param raw the same body before validation
 */
export function withExactTexts<T extends object>(dto: T, raw: object): T {
  for (const [name, text] of Object.entries(raw)) {
    const parsed: unknown = Reflect.get(dto, name);
    const isText = typeof text === 'string' && typeof parsed === 'string';
    if (isText && parsed === toPlainText(text)) Reflect.set(dto, name, cleanPlainText(text));
    else if (isObject(text) && isObject(parsed)) withExactTexts(parsed, text);
  }
  return dto;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
