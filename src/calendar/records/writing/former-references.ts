import { type EntityManager } from 'typeorm';
import { type IdOrText } from '../../../http/validation/parsers.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { findByFormerSlug } from '../translations/former-slugs.js';
import { type ResolvedReferences } from './resolve-references.js';

/**
 * Resolves references to records, of which former slugs mean the records that they lead to. They are looked up only if no
 * record has the text as its slug or name.
 * @param resolve finds records by ids and texts
 */
export async function resolveFormerSlugs(
  manager: EntityManager,
  names: ResourceNames,
  refs: readonly IdOrText[],
  language: Language,
  resolve: (refs: readonly IdOrText[]) => Promise<ResolvedReferences>,
): Promise<ResolvedReferences> {
  const found = await resolve(refs);
  const formerSlugs = new Map<string, number>();
  for (const text of found.unknown) {
    const id =
      typeof text === 'string' ? await findByFormerSlug(manager, names, text.toLowerCase(), language) : undefined;
    if (id !== undefined) formerSlugs.set(String(text), id);
  }
  if (formerSlugs.size === 0) return found;
  const replaced = refs.map((ref) => {
    const id = 'text' in ref ? formerSlugs.get(ref.text) : undefined;
    return id === undefined ? ref : { id };
  });
  const resolved = await resolve(replaced);
  // The id of a record that the caller may not read must not be named.
  const slugOf = (id: number | string) => [...formerSlugs].find(([, other]) => other === id)?.[0] ?? id;
  return { ...resolved, unknown: resolved.unknown.map(slugOf) };
}
