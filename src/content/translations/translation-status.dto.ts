import { ApiProperty } from '@nestjs/swagger';
import { type Language } from '../../i18n/language.js';
import { translationIn } from './shown-text.js';
import { type Translation } from './translation.js';
import { TRANSLATION_STATES, type TranslationState } from './states.js';

/**
 * What needs translating: `original` is the language in which the record was first written, `missing` has no text, `partial`
 * lacks a text that the other language has, and `outdated` was not changed since the other language was.
 */
export class TranslationStatusDto {
  /** State of the English texts. */
  @ApiProperty({ enum: TRANSLATION_STATES })
  en!: TranslationState;

  /** State of the French texts. */
  @ApiProperty({ enum: TRANSLATION_STATES })
  fr!: TranslationState;

  static of(translations: readonly Translation[]): TranslationStatusDto {
    const stateOf = (language: Language) => translationIn(translations, language)?.state ?? 'missing';
    return { en: stateOf('en'), fr: stateOf('fr') };
  }
}
