import { ApiProperty } from '@nestjs/swagger';
import { Email, PlainText, Translations, Url } from '../../http/validation/body-fields.js';
import { ReadOnly, RequiredText } from '../../http/validation/field.js';
import { PagingDto } from '../../http/response/paging.dto.js';
import { PublishedBodyDto, PublishedTextsDto, READ_ONLY } from '../records/record/published-body.dto.js';
import { PublishedRecordDto } from '../records/record/published-record.dto.js';
import { AllTexts, JsonLd } from '../records/reading/response-properties.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';

/** The texts of a speaker in one language. */
export class SpeakerTextsDto extends PublishedTextsDto {
  /** Name of the speaker. */
  @PlainText({ whenEmpty: 'refused', example: 'Marie Okafor' })
  speaker?: string;

  /** Website in this language; replaces the value for all languages. */
  @Url({ example: 'https://example.com/marie/fr' })
  website?: string | null;
}

/** A change of a speaker: fields that are not sent keep their values. */
@ReadOnly({
  ...READ_ONLY,
  ...({ json_ld: true } satisfies OwnReadOnly<SpeakerDto, UpdateSpeakerDto, typeof READ_ONLY>),
})
export class UpdateSpeakerDto extends PublishedBodyDto {
  /** Name of the speaker. */
  @PlainText({ whenEmpty: 'refused', example: 'Marie Okafor' })
  speaker?: string;

  /** Website. */
  @Url({ example: 'https://example.com/marie' })
  website?: string | null;

  /** E-mail address. */
  @Email({ example: 'marie@example.com' })
  email?: string | null;

  /** Texts by language: `{"en": {…}, "fr": {…}}`; null removes a translation. */
  @Translations(SpeakerTextsDto)
  translations?: { en?: SpeakerTextsDto | null; fr?: SpeakerTextsDto | null };
}

/** A new speaker. */
@RequiredText('speaker')
export class CreateSpeakerDto extends UpdateSpeakerDto {}

/** A speaker. */
export class SpeakerDto extends PublishedRecordDto {
  /** Name of the speaker. */
  @ApiProperty({ example: 'Marie Okafor' })
  speaker!: string;

  /** Website. */
  @ApiProperty({ type: 'string', nullable: true })
  website!: string | null;

  /** E-mail address. */
  @ApiProperty({ type: 'string', nullable: true })
  email!: string | null;

  /** The texts of both languages, with `translations=all`. */
  @AllTexts('speaker', { own: { website: 'Website in this language; replaces the value for all languages.' } })
  translations?: Record<string, SpeakerTextsDto>;

  /** schema.org Person; on a single record, and in lists where `_fields` names it. */
  @JsonLd()
  json_ld?: object;
}

/** A page of speakers. */
export class SpeakerListDto extends PagingDto {
  /** The speakers of this page. */
  @ApiProperty({ type: [SpeakerDto] })
  speakers!: SpeakerDto[];
}
