import { ApiProperty } from '@nestjs/swagger';
import { type Language, LANGUAGES } from '../../lib/i18n/language.js';

/** The records of a resource that need translating into one language. */
export class TranslationCountDto {
  /** The kind of records, as routes name it. */
  @ApiProperty({ example: 'events' })
  kind!: string;

  /** The language that the records are translated into. */
  @ApiProperty({ enum: LANGUAGES })
  language!: Language;

  /** Records whose texts are up to date, those first written in this language included. */
  @ApiProperty({ type: 'integer', example: 40 })
  current!: number;

  /** Records that lack a text which the other language has. */
  @ApiProperty({ type: 'integer', example: 3 })
  partial!: number;

  /** Records whose other language was changed since. */
  @ApiProperty({ type: 'integer', example: 5 })
  outdated!: number;

  /** Records without a text in this language. */
  @ApiProperty({ type: 'integer', example: 12 })
  missing!: number;
}

/** Counts of the records that the caller may edit, by the state of their translations. */
export class TranslationCountsDto {
  /** A line for each kind of records and each language. */
  @ApiProperty({ type: [TranslationCountDto] })
  translations!: TranslationCountDto[];

  /** Address of this page. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;
}
