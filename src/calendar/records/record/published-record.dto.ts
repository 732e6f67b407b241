import { ApiProperty } from '@nestjs/swagger';
import { type Caller } from '../../../http/role.js';
import { AccountNameDto } from '../../../http/auth/account.dto.js';
import { ImageDto } from '../images/image.dto.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { type Site } from '../../../http/urls/site.js';
import { momentFromInstant, utcText } from '../../../lib/datetime/moment.js';
import { AlternateDto, TranslationStatusDto } from '../translations/translations.dto.js';
import { altIn, valueIn } from '../translations/language-values.js';
import { resolveText, slugOf } from '../translations/translation.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { type PublishedWithTexts } from './published-record.js';
import { type Status, STATUSES } from '../visibility/access.js';

/** The site, language and caller for whom a record is presented. */
export interface Viewer {
  readonly site: Site;
  readonly language: Language;
  readonly caller: Caller;
}

/** The fields that responses about events, venues and organizers have in common. */
export class PublishedRecordDto {
  /** Id of the record. */
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  /** Id of the record that is unique across sites. */
  @ApiProperty({ example: 'localhost:3000/events?id=12' })
  global_id!: string;

  /** Global ids of the record, its own first. */
  global_id_lineage!: string[];

  /** Id of the account that the record belongs to. */
  @ApiProperty({ type: 'integer', example: 1 })
  author!: number;

  /** Status of the record. */
  @ApiProperty({ enum: STATUSES })
  status!: Status;

  /** Publication date in the site's time zone, `YYYY-MM-DD HH:MM:SS`. */
  @ApiProperty({ example: '2026-10-01 09:00:00' })
  date!: string;

  /** Publication date in UTC. */
  @ApiProperty({ example: '2026-10-01 13:00:00' })
  date_utc!: string;

  /** Date of the last change in the site's time zone. */
  @ApiProperty({ example: '2026-10-02 08:30:00' })
  modified!: string;

  /** Date of the last change in UTC. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  modified_utc!: string;

  /** Public page of the record on the website. */
  @ApiProperty({ format: 'uri' })
  url!: string;

  /** Address of the record in this API. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;

  /** Description, as HTML. */
  @ApiProperty({ type: 'string', nullable: true })
  description!: string | null;

  /** Excerpt, as HTML. */
  @ApiProperty({ type: 'string', nullable: true })
  excerpt!: string | null;

  /** Slug of the record: its name in addresses. */
  @ApiProperty({ example: 'summer-concert' })
  slug!: string;

  /** Featured image. */
  @ApiProperty({ type: ImageDto, nullable: true })
  image!: ImageDto | null;

  /** Language of the texts given here. */
  @ApiProperty({ enum: LANGUAGES })
  language!: Language;

  /** The languages in which the record exists. */
  @ApiProperty({ type: [AlternateDto] })
  alternates!: AlternateDto[];

  /** State of each language, for callers who may edit the record; absent for others and in embedded records. */
  @ApiProperty({ type: TranslationStatusDto, required: false })
  translation_status?: TranslationStatusDto;

  /** Account that wrote last, for callers who may edit the record; null if it is not known, absent for others and in embedded records. */
  @ApiProperty({ type: AccountNameDto, nullable: true, required: false })
  modified_by?: AccountNameDto | null;

  /** Since when a pending record waits for a review, in UTC, for callers who may edit it; absent otherwise. */
  @ApiProperty({ required: false, example: '2026-10-01 13:00:00' })
  pending_utc?: string;

  /** Name of the author of a pending record, for callers who may edit it; absent otherwise. */
  @ApiProperty({ required: false, example: 'Chess club' })
  author_name?: string;

  /** Note with which an editor returned the record, for its author and callers who may edit it; null without one, absent for others and in embedded records. */
  @ApiProperty({ type: 'string', nullable: true, required: false })
  review_note?: string | null;
}

/**
 * The common part of a record's response. The rest is added by `Object.assign`: V8 takes ten times longer for a long
 * literal that begins by spreading another object.
 */
export function publishedFields(
  resource: ResourceNames,
  record: PublishedWithTexts,
  { site, language }: Viewer,
): PublishedRecordDto {
  const { urls, timezone } = site;
  const text = resolveText(record.translations, language);
  const image = valueIn(record, language, 'image');
  const slug = slugOf(resource, text);
  const globalId = urls.globalId(resource, record.id);
  return {
    id: record.id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: record.authorId,
    status: record.status,
    date: momentFromInstant(record.publishedAt, timezone).local,
    date_utc: utcText(record.publishedAt),
    modified: momentFromInstant(record.modifiedAt, timezone).local,
    modified_utc: utcText(record.modifiedAt),
    url: urls.page(language, resource, { id: record.id, slug }),
    rest_url: urls.record(language, resource, record.id),
    description: text.description,
    excerpt: text.excerpt,
    slug,
    image: image && ImageDto.withAlt(image, altIn(record, language), urls),
    language: text.language,
    alternates: AlternateDto.listOf(resource, record.translations, record.id, urls),
  };
}
