import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { LANGUAGES } from '../language/language.js';

const html = { type: 'string', nullable: true } as const;

/** The texts of a record by language, given with `translations=all`. */
export function AllTexts(name: string, { excerpt = true } = {}): PropertyDecorator {
  const fields = {
    [name]: { type: 'string' },
    description: { ...html, description: 'Description, as HTML.' },
    ...(excerpt && { excerpt: { ...html, description: 'Excerpt, as HTML.' } }),
    slug: { type: 'string', description: 'Name of the record in addresses.' },
  } as const;
  const texts = { type: 'object', properties: fields, required: Object.keys(fields), additionalProperties: false };
  const properties = Object.fromEntries(LANGUAGES.map((language) => [language, texts]));
  const schema = { selfRequired: false, type: 'object', properties, additionalProperties: false };
  return ApiProperty(schema as ApiPropertyOptions);
}

/** JSON-LD, given on single records. */
export const JsonLd = () => ApiProperty({ selfRequired: false, type: 'object', additionalProperties: true });
