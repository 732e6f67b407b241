import { type FieldErrors } from '../../errors/field-error.js';
import { type Language, LANGUAGES } from '../../i18n/language.js';
import { valueIn } from './language-values.js';
import { type ExcerptTranslation, resolveText, translationIn } from './translation.js';
import { type TextChanges } from './text-changes.js';

/** The image of a record and its alternative text in each language. */
interface RecordWithImage {
  readonly imageId: number | null;
  readonly translations: readonly ExcerptTranslation[];
}

/** The alternative text of the image in a language; null if only the other language has one, for another image. */
export function altIn(record: RecordWithImage, language: Language): string | null {
  const text = resolveText(record.translations, language);
  const isSame = valueIn(record, text.language, 'imageId') === valueIn(record, language, 'imageId');
  return isSame ? text.imageAlt : null;
}

/**
 * Clears alternative texts of images that are replaced or removed. Adds an error if a body has an alternative text
 * without an image.
 * @param changes of the texts, to which the cleared ones are added
 * @param current undefined on create
 * @param shared the image for all languages after the write
 */
export function clearReplacedAlts(
  changes: TextChanges,
  current: RecordWithImage | undefined,
  shared: number | null,
  errors: FieldErrors,
): void {
  for (const language of LANGUAGES) {
    const [existing, change] = [translationIn(current?.translations ?? [], language), changes[language]];
    const own = change?.imageId === undefined ? existing?.imageId : change.imageId;
    const after = own ?? shared;
    const isNew = change?.imageAlt && change.imageAlt !== existing?.imageAlt;
    if (after === null && isNew)
      errors.add(`translations.${language}.image_alt`, (messages) => messages.altWithoutImage);
    if (existing && change !== null && after !== valueIn(current!, language, 'imageId'))
      changes[language] = after === null ? { ...change, imageAlt: null } : { imageAlt: null, ...change };
  }
}
