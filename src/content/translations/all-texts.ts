import { SharedImageDto } from '../images/image.dto.js';
import { realTranslations } from './resolve-text.js';
import { type TextNames } from './text-changes.js';
import { type ExcerptTranslation, type Translation } from './translation.js';

/**
 * The texts and values of each language, in the form that a body may send back, for reads with `translations=all`;
 * otherwise nothing.
 */
export function allTexts(
  { translations: wanted }: { readonly translations?: 'all' },
  translations: readonly Translation[],
  { nameField, ownTexts = {}, perLanguage = {} }: TextNames,
): { translations?: Record<string, object> } {
  if (wanted !== 'all') return {};
  const texts = realTranslations(translations).map((row): [string, object] => {
    const { language, name, description, slug } = row;
    const { excerpt, imageAlt } = row as Partial<ExcerptTranslation>;
    const more = 'excerpt' in row && { excerpt, image_alt: imageAlt };
    const own = Object.entries({ ...ownTexts, ...perLanguage }).map(([wire, property]): [string, unknown] => [
      wire,
      Reflect.get(row, property),
    ]);
    return [language, { [nameField]: name, description, ...more, slug, ...Object.fromEntries(own), ...imageOf(row) }];
  });
  return { translations: Object.fromEntries(texts) };
}

function imageOf(row: Partial<ExcerptTranslation>): { image?: SharedImageDto | null } {
  return row.image === undefined ? {} : { image: row.image && SharedImageDto.of(row.image) };
}
