import { FieldError, type Parser, single } from '../../../lib/errors/field-error.js';
import {
  DateTimeField,
  Flag,
  Html,
  Id,
  PlainLines,
  PlainText,
  Slug,
  TranslationLanguage,
} from '../../../http/validation/body-fields.js';
import { Field } from '../../../http/validation/field.js';
import { ImageField, type ImageInput, TranslatedImageField } from '../images/image-field.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type DateTimeInput } from '../../../lib/datetime/date-time-input.js';
import { type PublishedRecordDto } from './published-record.dto.js';
import { MAX_NOTE_LENGTH } from './published-record.js';
import { WRITABLE_STATUSES, type WritableStatus } from '../visibility/access.js';

/** The texts that events, venues and organizers have in each language, in addition to their name. */
export class ExcerptTextsDto {
  /** Description, as HTML; cleaned on write. */
  @Html()
  description?: string | null;

  /** Excerpt, as HTML; cleaned on write. */
  @Html()
  excerpt?: string | null;

  /** Slug; derived from the title if it is not given, numbered if it is taken. */
  @Slug({ example: 'summer-concert' })
  slug?: string;
}

/** The fields of one language in `translations`: the texts, and values that replace those for all languages. */
export class PublishedTextsDto extends ExcerptTextsDto {
  /** Alternative text of the image. */
  @PlainText()
  image_alt?: string | null;

  /** Image in this language alone, in place of the one for all languages. */
  @TranslatedImageField()
  image?: ImageInput | null;
}

const parseWritableStatus: Parser<WritableStatus> = single((value) => {
  if (value === 'trash') return new FieldError((messages) => messages.trashByDelete);
  const status = WRITABLE_STATUSES.find((known) => known === value);
  return status ?? new FieldError((messages) => messages.oneOf(WRITABLE_STATUSES));
});

/** The fields that bodies of events, venues and organizers share. */
export class PublishedBodyDto extends ExcerptTextsDto {
  /** Id of the account that the record belongs to; only editors may name another account than their own. */
  @Id({ whenEmpty: 'kept' })
  author?: number;

  /** Publication date, in the site's time zone unless it names another. A date in the future schedules the record. */
  @DateTimeField({ whenEmpty: 'kept', example: '2026-10-01 09:00:00' })
  date?: DateTimeInput;

  /** Publication date, in UTC unless it names a zone. */
  @DateTimeField({ whenEmpty: 'kept', example: '2026-10-01 13:00:00' })
  date_utc?: DateTimeInput;

  /** Status of the record. */
  @Field(parseWritableStatus, {
    whenEmpty: 'kept',
    schema: { type: 'string', enum: [...WRITABLE_STATUSES], example: 'publish' },
  })
  status?: WritableStatus;

  /** Note to the author with which an editor returns the record: with `status: "draft"`. With `status: "publish"` it is a message and not stored. */
  @PlainLines(MAX_NOTE_LENGTH, { example: 'Please add the address of the hall.' })
  review_note?: string | null;

  /** Featured image: an id, a URL, or an object with one of them. */
  @ImageField()
  image?: ImageInput | null;

  /** Language of the texts in this body. */
  @TranslationLanguage()
  translation_language?: Language;

  /** true: the texts of the request's language are up to date with the other language. */
  @Flag()
  translation_confirmed?: boolean;
}

/** Fields that responses have and bodies may repeat; they are ignored. */
export const READ_ONLY = {
  id: true,
  global_id: true,
  global_id_lineage: true,
  modified: true,
  modified_utc: true,
  url: true,
  rest_url: true,
  language: true,
  alternates: true,
  translation_status: true,
  modified_by: true,
  pending_utc: true,
  author_name: true,
} as const satisfies Record<Exclude<keyof PublishedRecordDto, keyof PublishedBodyDto>, true>;
