import { isDeepStrictEqual } from 'node:util';
import { isLanguage, type Language, LANGUAGES } from '../../../lib/i18n/language.js';

type Values = Readonly<Record<string, unknown>>;

/** The fields of a record in one state, as its body has them. */
export interface Content {
  /** Fields without language, by their names in bodies; linked records and images by their ids. */
  readonly fields: Values;
  /** Texts and values of each language that the record has, by their names in `translations`. */
  readonly texts: Readonly<Partial<Record<Language, Values>>>;
  /** The names of linked records by field and id, for records that are deleted later. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The values that the other dates follow, if the record represents a series and differs from it. */
  readonly series?: Content;
}

/** The fields that differ between two states, also for the dates of a series: `venue`, or with their language `fr.title`. */
export function changedContent(before: Content | undefined, after: Content): string[] {
  const own = changedFields(before, after);
  if (!before?.series && !after.series) return own;
  return [...new Set([...own, ...changedFields(before?.series ?? before, after.series ?? after)])];
}

/** The fields in which the values that the dates of a series follow differ between two states. */
export function changedForDates(before: Content | undefined, after: Content): string[] {
  return changedFields(before && seriesContent(before), seriesContent(after));
}

/** The values that the dates of a series follow; of any other record, its own. */
export function seriesContent(content: Content): Content {
  return content.series ?? content;
}

function changedFields(before: Content | undefined, after: Content): string[] {
  const changed = differing(before?.fields, after.fields);
  for (const language of LANGUAGES) {
    const [was, is] = [before?.texts[language], after.texts[language]];
    changed.push(...differing(was, is).map((name) => `${language}.${name}`));
  }
  return changed;
}

function differing(before: Values = {}, after: Values = {}): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => {
    const [was, is] = [before[name], after[name]];
    // Most values are equal and primitive, for which a deep comparison is dear.
    return was !== is && !(isEmpty(was) && isEmpty(is)) && !isDeepStrictEqual(was, is);
  });
}

/** Whether a value is that of a field which was never set. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === '' || isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/**
 * A changed field by its name in a body in some language: texts of that language are flat fields, those of the other one
 * are in `translations`.
 * @param flatTexts the names of the texts that bodies have as flat fields
 */
export function fieldInBody(changed: string, language: Language, flatTexts: ReadonlySet<string>): string {
  const [code, text = ''] = changed.split('.');
  if (!isLanguage(code)) return changed;
  return code === language && flatTexts.has(text) ? text : `translations.${changed}`;
}
