import { ApiProperty } from '@nestjs/swagger';
import { type Language, LANGUAGES } from '../../i18n/language.js';
import { type ResourceNames } from '../../i18n/resource-names.js';
import { type Links } from '../../site/links.js';
import { realTranslations } from './resolve-text.js';
import { type Translation } from './translation.js';

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

  static listOf(
    resource: ResourceNames,
    translations: readonly Translation[],
    id: number,
    links: Links,
  ): AlternateDto[] {
    return realTranslations(translations)
      .sort((one, other) => (one.language < other.language ? -1 : 1))
      .map(({ language, slug }) => ({
        language,
        slug: slug!,
        url: links.page(language, resource, { id, slug: slug! }),
        rest_url: links.record(language, resource, id),
      }));
  }
}
