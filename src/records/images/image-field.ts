import { type ApiPropertyOptions } from '@nestjs/swagger';
import { Fault } from '../../errors/fault.js';
import { Field } from '../../requests/fields/field.js';
import { nested } from '../../requests/fields/read-fields.js';
import { type Parser } from '../../values/parser.js';
import { integer, parseId, parseUrl } from '../../values/scalars.js';
import { line } from '../../values/texts.js';
import { isAbsolute } from '../../values/web-address.js';

/** An image as a body names it. */
export class ImageInput {
  @Field(parseId, { whenEmpty: 'kept' })
  id?: number;

  @Field(parseUrl, { whenEmpty: 'kept' })
  url?: string;

  @Field(line())
  alt?: string | null;

  @Field(integer({ min: 1, max: 100_000 }))
  width?: number | null;

  @Field(integer({ min: 1, max: 100_000 }))
  height?: number | null;

  /** Reads answer it; it follows from the address. */
  static readonly readOnly = { extension: true } as const;
}

const parseImage: Parser<ImageInput> = (raw) => {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    const image = nested(ImageInput, raw);
    return image instanceof ImageInput && !image.id && !image.url ? new Fault((messages) => messages.image) : image;
  }
  const id = parseId(raw);
  if (typeof id === 'number') return { id };
  const url = parseUrl(raw);
  if (typeof url === 'string') return { url };
  return typeof raw === 'string' && isAbsolute(raw.trim()) ? url : new Fault((messages) => messages.image);
};

/** An image id, an address, or an object with either. */
export const ImageField = () =>
  Field(parseImage, {
    schema: {
      oneOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', format: 'uri' },
        {
          type: 'object',
          properties: {
            id: { type: 'integer', minimum: 1 },
            url: { type: 'string', format: 'uri', maxLength: 2048 },
            alt: { type: 'string', nullable: true, maxLength: 255 },
            width: { type: 'integer', nullable: true, minimum: 1, maximum: 100_000 },
            height: { type: 'integer', nullable: true, minimum: 1, maximum: 100_000 },
          },
        },
      ],
      example: 'https://example.com/poster.jpg',
    } as ApiPropertyOptions,
  });
