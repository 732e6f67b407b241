import { type Language } from '../../lib/i18n/language.js';
import { TranslationLanguage } from '../validation/body-fields.js';

/** The body of a write that takes nothing but its language. Bodies whose language is only that of the response extend it. */
export class LanguageBodyDto {
  /** Language of the response. */
  @TranslationLanguage()
  translation_language?: Language;
}
