import { ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { FocusDto, ImageSizesDto } from '../images/image.dto.js';
import { LANGUAGES } from '../../../lib/i18n/language.js';

const text = { type: 'string', nullable: true } as const;
const size = { type: 'integer', nullable: true } as const;

/** The same fields as `SharedImageDto`. */
const image = {
  type: 'object',
  nullable: true,
  description: 'Image in this language alone, in place of the one for all languages.',
  properties: {
    id: { type: 'integer' },
    url: { type: 'string' },
    extension: text,
    width: size,
    height: size,
    focus: { type: 'object', nullable: true, allOf: [{ $ref: getSchemaPath(FocusDto) }] },
    sizes: { type: 'object', nullable: true, allOf: [{ $ref: getSchemaPath(ImageSizesDto) }] },
  },
  required: ['id', 'url', 'extension', 'width', 'height', 'focus', 'sizes'],
  additionalProperties: false,
} as const;

/** The texts by language, with `translations=all`. @param own texts that only this resource has, with descriptions */
export function AllTexts(
  name: string,
  { excerpt = true, own = {} }: { readonly excerpt?: boolean; readonly own?: Readonly<Record<string, string>> } = {},
): PropertyDecorator {
  const lines = Object.entries(own).map(([field, description]) => [field, { ...text, description }] as const);
  const fields = {
    [name]: { type: 'string' },
    description: { ...text, description: 'Description, as HTML.' },
    ...(excerpt && {
      excerpt: { ...text, description: 'Excerpt, as HTML.' },
      image_alt: { ...text, description: 'Alternative text of the image.' },
      image,
    }),
    slug: { type: 'string', description: 'Slug of the record: its name in addresses.' },
    ...Object.fromEntries(lines),
  } as const;
  const texts = { type: 'object', properties: fields, required: Object.keys(fields), additionalProperties: false };
  const properties = Object.fromEntries(LANGUAGES.map((language) => [language, texts]));
  const schema = { selfRequired: false, type: 'object', properties, additionalProperties: false };
  return ApiProperty(schema as ApiPropertyOptions);
}

/** JSON-LD, given on single records. */
export const JsonLd = () => ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true });
