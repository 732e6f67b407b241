import { realTranslations } from './shown-text.js';
import { type TextNames } from './text-changes.js';
import { type ExcerptTranslation, type Translation } from './translation.js';

/** The texts of every language as a body may give them back, for reads with `translations=all`; else nothing. */
export function allTexts(
  { translations: wanted }: { readonly translations?: 'all' },
  translations: readonly Translation[],
  { nameField, ownTexts = {} }: TextNames,
): { translations?: Record<string, object> } {
  if (wanted !== 'all') return {};
  const texts = realTranslations(translations).map((row): [string, object] => {
    const { language, name, description, slug } = row;
    const { excerpt, imageAlt } = row as Partial<ExcerptTranslation>;
    const more = 'excerpt' in row && { excerpt, image_alt: imageAlt };
    const own = Object.entries(ownTexts).map(([wire, text]) => [wire, Reflect.get(row, text) as unknown] as const);
    return [language, { [nameField]: name, description, ...more, slug, ...Object.fromEntries(own) }];
  });
  return { translations: Object.fromEntries(texts) };
}
