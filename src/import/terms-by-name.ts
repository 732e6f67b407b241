import { type EntityManager, In } from 'typeorm';
import { type TermTranslation } from '../content/taxonomy/term-translation.js';
import { nameKey } from '../content/translations/texts.js';
import { type RecordRef } from '../validation/lists.js';

/**
 * Names terms by their ids where a term is called the same but for capitals and accents, so that
 * “Théâtre” in one file and “theatre” in another make one. Digits alone (`2018`) are a name as well: in the body of an
 * event they would be an id, which a file never means.
 * @param insert makes a term of this name
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

/** A name that no term has stays one: it may be a slug, else its term is made as for any other editor. */
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
