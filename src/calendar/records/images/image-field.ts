import { applyDecorators } from '@nestjs/common';
import { type ApiPropertyOptions } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { isLanguage } from '../../../lib/i18n/language.js';
import { FieldError } from '../../../lib/errors/field-error.js';
import { isPlainObject } from '../../../http/validation/body-fields.js';
import { type DtoClass } from '../../../http/validation/dto-class.js';
import { Field, IsReadable, ReadOnly, Refused, rule, withMessage } from '../../../http/validation/field.js';
import { TRANSFORM_OPTIONS } from '../../../http/validation/request-validation.pipe.js';
import { integer, parseUrl, plainText, positiveInteger, recordId } from '../../../http/validation/parsers.js';
import { isAbsoluteUrl } from '../../../lib/text/web-address.js';

/** An image in a body, with the properties that it has in records, in the answer to its upload and in lists of images. */
@ReadOnly({
  extension: true,
  focus: true,
  sizes: true,
  created_utc: true,
  uploaded: true,
  file_name: true,
  used_by: true,
  kept: true,
  removed_utc: true,
  records: true,
})
class SharedImageInput {
  @Field(recordId, { whenEmpty: 'kept' })
  id?: number;

  @Field(parseUrl, { whenEmpty: 'kept' })
  url?: string;

  @Field(integer({ min: 1, max: 100_000 }))
  width?: number | null;

  @Field(integer({ min: 1, max: 100_000 }))
  height?: number | null;
}

/** An image of a record, with the record's alternative text. */
export class ImageInput extends SharedImageInput {
  @Field(plainText())
  alt?: string | null;
}

/** An image of a record in one language. Its alternative text is a separate field, `image_alt`. */
class TranslatedImageInput extends SharedImageInput {
  @Refused((messages) => messages.altBesideImage)
  alt?: undefined;
}

/** Reads an id, an address, or an object with either. `false` clears the image, as The Events Calendar writes it. */
const parseImage = (Input: DtoClass) => (raw: unknown) => {
  if (raw === false) return null;
  if (isPlainObject(raw)) return plainToInstance(Input, withoutTexts(raw), TRANSFORM_OPTIONS);
  const id = positiveInteger(raw);
  if (id !== undefined) return Object.assign(new Input(), { id });
  const url = typeof raw === 'string' ? parseUrl(raw) : undefined;
  if (typeof url === 'string') return Object.assign(new Input(), { url });
  return typeof raw === 'string' && isAbsoluteUrl(raw.trim()) ? url : new FieldError((messages) => messages.image);
};

/** The alternative text of an image in lists of images has both languages, and belongs to the image instead of a record. */
function withoutTexts({ alt, ...image }: Record<string, unknown>): Record<string, unknown> {
  const isOfImage =
    isPlainObject(alt) &&
    Object.entries(alt).every(([name, text]) => isLanguage(name) && (text === null || typeof text === 'string'));
  return alt === undefined || isOfImage ? image : { ...image, alt };
}

const HasIdOrUrl = () =>
  rule(
    'namesAnImage',
    (image) => image instanceof SharedImageInput && (image.id ?? image.url) !== undefined,
    withMessage((messages) => messages.image),
  );

/** An image id, an address, or an object with either. */
export const ImageField = () => imageField(ImageInput, { alt: { type: 'string', nullable: true, maxLength: 255 } });

/** The image of one language inside `translations`. */
export const TranslatedImageField = () => imageField(TranslatedImageInput);

const imageField = (Input: DtoClass, more: object = {}) =>
  applyDecorators(
    Field(
      { read: parseImage(Input), rules: (options) => [IsReadable(options), HasIdOrUrl(), ValidateNested(options)] },
      {
        schema: {
          oneOf: [
            { type: 'integer', minimum: 1 },
            { type: 'string', format: 'uri' },
            {
              type: 'object',
              properties: {
                id: { type: 'integer', minimum: 1 },
                url: { type: 'string', format: 'uri', maxLength: 2048 },
                ...more,
                width: { type: 'integer', nullable: true, minimum: 1, maximum: 100_000 },
                height: { type: 'integer', nullable: true, minimum: 1, maximum: 100_000 },
              },
            },
          ],
          example: 'https://example.com/poster.jpg',
        } as ApiPropertyOptions,
      },
    ),
  );
