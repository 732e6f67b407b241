import { ApiProperty } from '@nestjs/swagger';
import { type Language } from '../../i18n/language.js';
import { translationIn } from './resolve-text.js';
import { type Translation } from './translation.js';
import { TRANSLATION_STATES, type TranslationState } from './states.js';

/** How the texts of a record compare with each other. */
export class TranslationStatusDto {
  /** State of the English texts: `original` (first written), `current`, `outdated` (the French ones changed since), `partial` (one is empty that French has) or `missing`. */
  @ApiProperty({ enum: TRANSLATION_STATES })
  en!: TranslationState;

  /** State of the French texts: `original` (first written), `current`, `outdated` (the English ones changed since), `partial` (one is empty that English has) or `missing`. */
  @ApiProperty({ enum: TRANSLATION_STATES })
  fr!: TranslationState;

  static of(translations: readonly Translation[]): TranslationStatusDto {
    const stateOf = (language: Language) => translationIn(translations, language)?.state ?? 'missing';
    return { en: stateOf('en'), fr: stateOf('fr') };
  }
}
