import { type Language, LANGUAGES } from '../../lib/i18n/language.js';
import { Parameter } from '../validation/field.js';
import { oneOf } from '../validation/parsers.js';

/** Query parameters of every route. */
export class LanguageQuery {
  /** Language of the response, if not that of the root. */
  @Parameter(oneOf(LANGUAGES), { schema: { enum: [...LANGUAGES] } })
  translation_language?: Language;
}
