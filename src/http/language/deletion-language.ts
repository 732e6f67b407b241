import { FieldErrors } from '../../lib/errors/field-error.js';
import { isLanguage, LANGUAGES } from '../../lib/i18n/language.js';

/** The body of a deletion may have the language. Other fields are ignored. @throws {InvalidParameters} */
export function assertDeletionLanguage(language: unknown): void {
  const errors = new FieldErrors();
  if (language !== undefined && language !== null && language !== '' && !isLanguage(language))
    errors.add('translation_language', (messages) => messages.oneOf(LANGUAGES));
  errors.throwIfAny();
}
