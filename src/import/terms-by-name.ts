import { type EntityManager, In } from 'typeorm';
import { type TermTranslation } from '../content/taxonomy/term-translation.js';
import { nameKey } from '../content/translations/texts.js';
import { type RecordRef } from '../validation/lists.js';

/**
 * Replaces names by ids of terms with the same name, without regard to case and accents, so that “Théâtre” in one file
 * and “theatre” in another are one term. Digits alone (`2018`) are a name, too: in the body of an event they would be
 * an id, which files never contain.
 * @param insert creates a term with this name
 */
export async function termsByName(
  manager: EntityManager,
  translation: new () => TermTranslation,
  refs: readonly RecordRef[] | undefined,
  insert: (name: string) => Promise<{ id: number }>,
): Promise<RecordRef[] | undefined> {
  if (refs === undefined) return undefined;
  const texts = refs.flatMap((ref) => ('text' in ref ? ref.text : []));
  const where = { nameKey: In(texts.map(nameKey)), borrowed: false };
  const known = await manager.find(translation, { where, order: { recordId: 'ASC' } });
  const settled = new Map<string, RecordRef>();
  for (const ref of refs) {
    const key = 'text' in ref ? nameKey(ref.text) : `#${ref.id}`;
    if (!settled.has(key)) settled.set(key, 'text' in ref ? await settledName(ref.text, known, insert) : ref);
  }
  return [...settled.values()];
}

/** A name without a term stays a name: it may be a slug, or a new term is created. */
async function settledName(
  name: string,
  known: readonly TermTranslation[],
  insert: (name: string) => Promise<{ id: number }>,
): Promise<RecordRef> {
  const alike = known.filter((term) => nameKey(term.name) === nameKey(name));
  const id = (alike.find((term) => term.name === name) ?? alike[0])?.recordId;
  if (id !== undefined) return { id };
  return /^\d+$/.test(name) ? { id: (await insert(name)).id } : { text: name };
}
