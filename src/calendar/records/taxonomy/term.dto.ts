import { ApiProperty } from '@nestjs/swagger';
import {
  Flag,
  Html,
  PlainText,
  Slug,
  TranslationLanguage,
  Translations,
} from '../../../http/validation/body-fields.js';
import { AccountNameDto } from '../../../http/auth/account.dto.js';
import { type Language, LANGUAGES } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { momentFromInstant, utcText } from '../../../lib/datetime/moment.js';
import { type Viewer } from '../record/published-record.dto.js';
import { AllTexts } from '../reading/response-properties.js';
import { AlternateDto, TranslationStatusDto } from '../translations/translations.dto.js';
import { resolveText } from '../translations/translation.js';
import { type Term } from './term.js';

/** The texts of a category or tag in one language. */
export class TermTextsDto {
  /** Name; two terms below the same parent may not have the same name. */
  @PlainText({ whenEmpty: 'refused', example: 'Jazz' })
  name?: string;

  /** Description, as HTML; cleaned on write. */
  @Html()
  description?: string | null;

  /** Slug; derived from the name and numbered if it is not given, refused if it is given and taken. */
  @Slug({ example: 'jazz' })
  slug?: string;
}

/** The fields that bodies of categories and tags share. */
export class TermBodyDto extends TermTextsDto {
  /** Texts by language: `{"en": {…}, "fr": {…}}`; null removes a translation. */
  @Translations(TermTextsDto)
  translations?: { en?: TermTextsDto | null; fr?: TermTextsDto | null };

  /** Language of the texts in this body. */
  @TranslationLanguage()
  translation_language?: Language;

  /** true: the texts of the request's language are up to date with the other language. */
  @Flag()
  translation_confirmed?: boolean;
}

/** Links of a category or tag in this API. */
export class TermUrlsDto {
  /** Address of the term. */
  @ApiProperty({ format: 'uri' })
  self!: string;

  /** Address of the list of categories or tags. */
  @ApiProperty({ format: 'uri' })
  collection!: string;

  /** Address of the parent category; null at the top level and for tags. */
  @ApiProperty({ type: 'string', format: 'uri', nullable: true })
  up!: string | null;
}

/** The fields that categories and tags share. */
export class TermDto {
  /** Id of the term. */
  @ApiProperty({ type: 'integer', example: 7 })
  id!: number;

  /** Name of the term. */
  @ApiProperty({ example: 'Jazz' })
  name!: string;

  /** Slug of the term: its name in addresses. */
  @ApiProperty({ example: 'jazz' })
  slug!: string;

  /** Description, as HTML. */
  @ApiProperty({ type: 'string', nullable: true })
  description!: string | null;

  /** Number of published events that name the term itself. */
  @ApiProperty({ type: 'integer', example: 12 })
  count!: number;

  /** Date of the last change in the site's time zone, `YYYY-MM-DD HH:MM:SS`. Changes of `count` do not count. */
  @ApiProperty({ example: '2026-10-02 08:30:00' })
  modified!: string;

  /** Date of the last change in UTC. */
  @ApiProperty({ example: '2026-10-02 12:30:00' })
  modified_utc!: string;

  /** Public page of the term on the website. */
  @ApiProperty({ format: 'uri' })
  url!: string;

  /** Addresses of the term and its relatives in this API. */
  @ApiProperty({ type: TermUrlsDto })
  urls!: TermUrlsDto;

  /** Language of the texts given here. */
  @ApiProperty({ enum: LANGUAGES })
  language!: Language;

  /** The languages in which the term exists. */
  @ApiProperty({ type: [AlternateDto] })
  alternates!: AlternateDto[];

  /** State of each language, for callers who may edit the term; absent for others and in events. */
  @ApiProperty({ type: TranslationStatusDto, required: false })
  translation_status?: TranslationStatusDto;

  /** Account that wrote last, for callers who may edit the term; null if it is not known, absent for others and in events. */
  @ApiProperty({ type: AccountNameDto, nullable: true, required: false })
  modified_by?: AccountNameDto | null;

  /** The texts of both languages, with `translations=all`. */
  @AllTexts('name', { excerpt: false })
  translations?: Record<string, TermTextsDto>;
}

/** Fields that responses have and bodies may repeat; they are ignored. */
export const READ_ONLY = {
  id: true,
  count: true,
  modified: true,
  modified_utc: true,
  url: true,
  urls: true,
  language: true,
  alternates: true,
  translation_status: true,
  modified_by: true,
} as const satisfies Record<Exclude<keyof TermDto, keyof TermBodyDto>, true>;

/** The common part of a term's response. */
export function termFields(
  resource: ResourceNames,
  term: Term,
  { site: { urls, timezone }, language }: Viewer,
): TermDto {
  const { id, parentId, count, modifiedAt, translations } = term;
  const text = resolveText(translations, language);
  return {
    id,
    name: text.name,
    slug: text.slug!,
    description: text.description,
    count,
    modified: momentFromInstant(modifiedAt, timezone).local,
    modified_utc: utcText(modifiedAt),
    url: urls.page(language, resource, { id: term.id, slug: text.slug! }),
    urls: {
      self: urls.record(language, resource, id),
      collection: urls.collection(language, resource),
      up: parentId ? urls.record(language, resource, parentId) : null,
    },
    language: text.language,
    alternates: AlternateDto.listOf(resource, translations, id, urls),
  };
}
