import { type EntityManager } from 'typeorm';
import { type IdOrText } from '../../../http/validation/parsers.js';
import { type Language } from '../../../lib/i18n/language.js';
import { type ResourceNames } from '../../../lib/i18n/resource-names.js';
import { formerNamesLike } from '../translations/former-names.js';
import { findByFormerSlug } from '../translations/former-slugs.js';
import { normalizedName } from '../translations/translation.js';
import { type ResolvedReferences } from './resolve-references.js';

interface FormerReferences {
  /** Finds records by ids and texts. */
  readonly resolve: (refs: readonly IdOrText[]) => Promise<ResolvedReferences>;
  /** Whether texts may also be names of records that were merged. */
  readonly hasFormerNames?: boolean;
}

/**
 * Resolves references to records, of which former slugs, and names of merged records, mean the records that they lead to.
 * They are looked up only if no record has the text as its slug or name.
 */
export async function resolveFormer(
  manager: EntityManager,
  names: ResourceNames,
  refs: readonly IdOrText[],
  language: Language,
  { resolve, hasFormerNames = false }: FormerReferences,
): Promise<ResolvedReferences> {
  const found = await resolve(refs);
  const former = new Map<string, number>();
  for (const text of found.unknown) {
    if (typeof text !== 'string') continue;
    const id =
      (await findByFormerSlug(manager, names, text.toLowerCase(), language)) ??
      (hasFormerNames ? await findByFormerName(manager, names, text) : undefined);
    if (id !== undefined) former.set(text, id);
  }
  if (former.size === 0) return found;
  const replaced = refs.map((ref) => {
    const id = 'text' in ref ? former.get(ref.text) : undefined;
    return id === undefined ? ref : { id };
  });
  const resolved = await resolve(replaced);
  // The id of a record that the caller may not read must not be named.
  const textOf = (id: number | string) => [...former].find(([, other]) => other === id)?.[0] ?? id;
  return { ...resolved, unknown: resolved.unknown.map(textOf) };
}

async function findByFormerName(
  manager: EntityManager,
  names: ResourceNames,
  text: string,
): Promise<number | undefined> {
  const rows = await formerNamesLike(manager, names, [text]);
  return rows.find(({ name }) => normalizedName(name) === normalizedName(text))?.recordId;
}
