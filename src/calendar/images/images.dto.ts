import { ApiProperty } from '@nestjs/swagger';
import { LanguageBodyDto } from '../../http/language/language-body.dto.js';
import { Flag, Nested, PlainText } from '../../http/validation/body-fields.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';
import { Field, ReadOnly } from '../../http/validation/field.js';
import { decimal } from '../../http/validation/parsers.js';
import { PagingDto } from '../../http/response/paging.dto.js';
import { SharedImageDto } from '../records/images/image.dto.js';

/** The alternative texts of an image itself. */
export class ImageTextsDto {
  /** English text. */
  @ApiProperty({ type: 'string', nullable: true, example: 'A band on a stage' })
  en!: string | null;

  /** French text. */
  @ApiProperty({ type: 'string', nullable: true, example: 'Un groupe sur une scène' })
  fr!: string | null;
}

/** An image that records can show. */
export class RegisteredImageDto extends SharedImageDto {
  /** When it was uploaded or first named, in UTC; null if it is not known. */
  @ApiProperty({ type: 'string', nullable: true, example: '2026-10-01 13:00:00' })
  created_utc!: string | null;

  /** Whether it was uploaded; otherwise it is an address elsewhere. */
  uploaded!: boolean;

  /** Name of the file as you have uploaded it; for editors that of its first upload, if they have not. */
  @ApiProperty({ type: 'string', nullable: true, example: 'poster.jpg' })
  file_name!: string | null;

  /** Alternative texts for records that have none of their own in a language. */
  @ApiProperty({ type: ImageTextsDto })
  alt!: ImageTextsDto;

  /** Number of records that show it, among those that you may read. */
  @ApiProperty({ type: 'integer', example: 2 })
  used_by!: number;

  /** Whether an uploaded image stays although no record shows it. */
  kept!: boolean;

  /** When its files will be removed, in UTC, if no record shows it until then; null if they stay. */
  @ApiProperty({ type: 'string', nullable: true, example: '2026-10-31 13:00:00' })
  removed_utc!: string | null;
}

/** A record that shows an image. */
export class ImageUseDto {
  /** Name of the route of the record, such as `events`. */
  @ApiProperty({ example: 'events' })
  kind!: string;

  /** Id of the record. */
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  /** Address of the record in this API. */
  @ApiProperty({ format: 'uri' })
  rest_url!: string;
}

/** An image with the records that show it. */
export class ImageWithUsesDto extends RegisteredImageDto {
  /** The records that show it, among those that you may read. */
  @ApiProperty({ type: [ImageUseDto] })
  records!: ImageUseDto[];
}

/** A page of images. */
export class ImageListDto extends PagingDto {
  /** The images of this page, newest first. */
  @ApiProperty({ type: [RegisteredImageDto] })
  images!: RegisteredImageDto[];
}

/** The most important point of an image in a body. */
export class FocusBodyDto {
  /** Part of the width, from the left: 0 to 1. */
  @Field(decimal({ min: 0, max: 1 }), {
    required: true,
    schema: { type: 'number', minimum: 0, maximum: 1, example: 0.5 },
  })
  x!: number;

  /** Part of the height, from the top: 0 to 1. */
  @Field(decimal({ min: 0, max: 1 }), {
    required: true,
    schema: { type: 'number', minimum: 0, maximum: 1, example: 0.3 },
  })
  y!: number;
}

/** The alternative texts of an image in a body. A language that is not sent keeps its text. */
export class ImageTextsBodyDto {
  /** English text; null removes it. */
  @PlainText({ example: 'A band on a stage' })
  en?: string | null;

  /** French text; null removes it. */
  @PlainText({ example: 'Un groupe sur une scène' })
  fr?: string | null;
}

/** Fields that responses have and bodies may repeat; they are ignored. */
const READ_ONLY = {
  id: true,
  url: true,
  extension: true,
  width: true,
  height: true,
  sizes: true,
  created_utc: true,
  uploaded: true,
  file_name: true,
  used_by: true,
  removed_utc: true,
  records: true,
} satisfies OwnReadOnly<ImageWithUsesDto, UpdateImageDto, object>;

/** A change of an image: fields that are not sent keep their values. */
@ReadOnly(READ_ONLY)
export class UpdateImageDto extends LanguageBodyDto {
  /** The point that stays visible where the image is cropped; null for the middle. */
  @Nested(FocusBodyDto, (messages) => messages.focus)
  focus?: FocusBodyDto | null;

  /** Alternative texts for records that have none of their own in a language; null removes both. */
  @Nested(ImageTextsBodyDto, (messages) => messages.imageTexts)
  alt?: ImageTextsBodyDto | null;

  /** Whether an uploaded image stays although no record shows it. For its uploaders and editors. */
  @Flag({ whenEmpty: 'kept' })
  kept?: boolean;
}
