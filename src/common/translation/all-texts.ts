import { type RecordQuery } from '../listing/list.query.js';
import { realTranslations } from './shown-text.js';
import { type Translation } from './translation.js';

/** The texts of every language as a body may give them back, for reads with `translations=all`; else nothing. */
export function allTexts(
  { translations: wanted }: RecordQuery,
  translations: readonly Translation[],
  nameField: string,
): { translations?: Record<string, object> } {
  if (wanted !== 'all') return {};
  const texts = realTranslations(translations).map((row): [string, object] => {
    const { language, name, description, slug } = row;
    return [language, { [nameField]: name, description, ...('excerpt' in row && { excerpt: row.excerpt }), slug }];
  });
  return { translations: Object.fromEntries(texts) };
}
