import { ApiProperty } from '@nestjs/swagger';
import { Email, PlainText, Translations, Url } from '../../http/validation/body-fields.js';
import { ReadOnly, RequiredText } from '../../http/validation/field.js';
import { SearchedListDto } from '../../http/response/paging.dto.js';
import { PublishedBodyDto, PublishedTextsDto, READ_ONLY } from '../records/record/published-body.dto.js';
import { PublishedRecordDto } from '../records/record/published-record.dto.js';
import { AllTexts, JsonLd } from '../records/reading/response-properties.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';

/** The texts of an organizer in one language. */
export class OrganizerTextsDto extends PublishedTextsDto {
  /** Name of the organizer. */
  @PlainText({ whenEmpty: 'refused', example: 'Massey Hall Foundation' })
  organizer?: string;

  /** Website in this language; replaces the value for all languages. */
  @Url({ example: 'https://example.com/fondation' })
  website?: string | null;
}

/** A change of an organizer: fields that are not sent keep their values. */
@ReadOnly({
  ...READ_ONLY,
  ...({ json_ld: true } satisfies OwnReadOnly<OrganizerDto, UpdateOrganizerDto, typeof READ_ONLY>),
})
export class UpdateOrganizerDto extends PublishedBodyDto {
  /** Name of the organizer. */
  @PlainText({ whenEmpty: 'refused', example: 'Massey Hall Foundation' })
  organizer?: string;

  /** Phone number. */
  @PlainText({ example: '+1 416 555 0100' })
  phone?: string | null;

  /** Website. */
  @Url({ example: 'https://example.com/foundation' })
  website?: string | null;

  /** E-mail address. */
  @Email({ example: 'office@example.com' })
  email?: string | null;

  /** Texts by language: `{"en": {…}, "fr": {…}}`; null removes a translation. */
  @Translations(OrganizerTextsDto)
  translations?: { en?: OrganizerTextsDto | null; fr?: OrganizerTextsDto | null };
}

/** A new organizer. */
@RequiredText('organizer')
export class CreateOrganizerDto extends UpdateOrganizerDto {}

/** An organizer. */
export class OrganizerDto extends PublishedRecordDto {
  /** Name of the organizer. */
  @ApiProperty({ example: 'Massey Hall Foundation' })
  organizer!: string;

  /** Phone number. */
  @ApiProperty({ type: 'string', nullable: true })
  phone!: string | null;

  /** Website. */
  @ApiProperty({ type: 'string', nullable: true })
  website!: string | null;

  /** E-mail address. */
  // Without `format: 'email'`, which knows no `bureau@théâtre.example`.
  @ApiProperty({ type: 'string', nullable: true, example: 'office@example.com' })
  email!: string | null;

  /** The texts of both languages, with `translations=all`. */
  @AllTexts('organizer', { own: { website: 'Website in this language; replaces the value for all languages.' } })
  translations?: Record<string, OrganizerTextsDto>;

  /** `Organization` (schema.org); on single records, and in lists if `_fields` names it. */
  @JsonLd()
  json_ld?: object;
}

/** A page of organizers. */
export class OrganizerListDto extends SearchedListDto {
  /** The organizers of this page. */
  @ApiProperty({ type: [OrganizerDto] })
  organizers!: OrganizerDto[];
}
