import { ApiProperty } from '@nestjs/swagger';
import { Flag, PlainText, Translations, Url } from '../../http/validation/body-fields.js';
import { ReadOnly, RequiredText } from '../../http/validation/field.js';
import { AllTexts, JsonLd } from '../records/reading/response-properties.js';
import { SearchedListDto } from '../../http/response/paging.dto.js';
import { PublishedBodyDto, PublishedTextsDto, READ_ONLY } from '../records/record/published-body.dto.js';
import { PublishedRecordDto } from '../records/record/published-record.dto.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';

/** The texts of a venue in one language. */
export class VenueTextsDto extends PublishedTextsDto {
  /** Name of the venue. */
  @PlainText({ whenEmpty: 'refused', example: 'Massey Hall' })
  venue?: string;

  /** Street and number in this language; replaces the value for all languages. */
  @PlainText({ example: '178, rue Victoria' })
  address?: string | null;

  /** Website in this language; replaces the value for all languages. */
  @Url({ example: 'https://example.com/salle-massey' })
  website?: string | null;
}

/** A change of a venue: fields that are not sent keep their values. */
@ReadOnly({
  ...READ_ONLY,
  ...({ json_ld: true } satisfies OwnReadOnly<VenueDto, UpdateVenueDto, typeof READ_ONLY>),
})
export class UpdateVenueDto extends PublishedBodyDto {
  /** Name of the venue. */
  @PlainText({ whenEmpty: 'refused', example: 'Massey Hall' })
  venue?: string;

  /** Whether linked events show a map. */
  @Flag()
  show_map?: boolean;

  /** Whether linked events show a link to a map. */
  @Flag()
  show_map_link?: boolean;

  /** Street and number. */
  @PlainText({ example: '178 Victoria Street' })
  address?: string | null;

  /** City. */
  @PlainText({ example: 'Toronto' })
  city?: string | null;

  /** Country. */
  @PlainText({ example: 'Canada' })
  country?: string | null;

  /** Province, outside the United States. */
  @PlainText({ example: 'Ontario' })
  province?: string | null;

  /** State, in the United States. */
  @PlainText()
  state?: string | null;

  /** ZIP or postal code. */
  @PlainText({ example: 'M5B 1T7' })
  zip?: string | null;

  /** Phone number. */
  @PlainText({ example: '+1 416 555 0100' })
  phone?: string | null;

  /** State or province, whichever fits the country: the state for the United States or where no country is given. */
  @PlainText()
  stateprovince?: string | null;

  /** Website. */
  @Url({ example: 'https://example.com/massey-hall' })
  website?: string | null;

  /** Texts by language: `{"en": {…}, "fr": {…}}`; null removes a translation. */
  @Translations(VenueTextsDto)
  translations?: { en?: VenueTextsDto | null; fr?: VenueTextsDto | null };
}

/** A new venue. */
@RequiredText('venue')
export class CreateVenueDto extends UpdateVenueDto {}

/** A venue. */
export class VenueDto extends PublishedRecordDto {
  /** Name of the venue. */
  @ApiProperty({ example: 'Massey Hall' })
  venue!: string;

  /** Street and number. */
  @ApiProperty({ type: 'string', nullable: true })
  address!: string | null;

  /** City. */
  @ApiProperty({ type: 'string', nullable: true })
  city!: string | null;

  /** Country. */
  @ApiProperty({ type: 'string', nullable: true })
  country!: string | null;

  /** Province, outside the United States. */
  @ApiProperty({ type: 'string', nullable: true })
  province!: string | null;

  /** State, in the United States. */
  @ApiProperty({ type: 'string', nullable: true })
  state!: string | null;

  /** ZIP or postal code. */
  @ApiProperty({ type: 'string', nullable: true })
  zip!: string | null;

  /** State or province, whichever fits the country. */
  @ApiProperty({ type: 'string', nullable: true })
  stateprovince!: string | null;

  /** Phone number. */
  @ApiProperty({ type: 'string', nullable: true })
  phone!: string | null;

  /** Website. */
  @ApiProperty({ type: 'string', nullable: true })
  website!: string | null;

  /** Whether linked events show a map. */
  show_map!: boolean;

  /** Whether linked events show a link to a map. */
  show_map_link!: boolean;

  /** The texts of both languages, with `translations=all`. */
  @AllTexts('venue', {
    own: {
      address: 'Street and number in this language; replaces the value for all languages.',
      website: 'Website in this language; replaces the value for all languages.',
    },
  })
  translations?: Record<string, VenueTextsDto>;

  /** `Place` (schema.org); on single records, and in lists if `_fields` names it. */
  @JsonLd()
  json_ld?: object;
}

/** A page of venues. */
export class VenueListDto extends SearchedListDto {
  /** The venues of this page. */
  @ApiProperty({ type: [VenueDto] })
  venues!: VenueDto[];
}
