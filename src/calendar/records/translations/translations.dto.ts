import { ApiProperty } from '@nestjs/swagger';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import {
  type Translation,
  TRANSLATION_STATES,
  type TranslationState,
  translationIn,
  realTranslations,
  slugOf,
} from './translation.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type Urls } from '../../../http/urls/urls.js';

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

/** A language in which a record can be read. */
export class AlternateDto {
  /** Language of the translation. */
  @ApiProperty({ enum: LANGUAGES })
  language!: Language;

  /** Slug of the record in that language. */
  @ApiProperty({ example: 'summer-concert' })
  slug!: string;

  /** Public page of the record in that language. */
  @ApiProperty({ format: 'uri', example: 'http://localhost:3000/en/events/summer-concert' })
  url!: string;

  /** Address of the record in that language in this API. */
  @ApiProperty({ format: 'uri', example: 'http://localhost:3000/en/cal/events/v1/events/12' })
  rest_url!: string;

  static listOf(resource: ResourceNames, translations: readonly Translation[], id: number, urls: Urls): AlternateDto[] {
    return realTranslations(translations)
      .sort((one, other) => (one.language < other.language ? -1 : 1))
      .map((text) => [text.language, slugOf(resource, text)] as const)
      .map(([language, slug]) => ({
        language,
        slug,
        url: urls.page(language, resource, { id, slug }),
        rest_url: urls.record(language, resource, id),
      }));
  }
}
