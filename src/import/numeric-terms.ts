import { type EntityManager } from 'typeorm';
import { type TermTranslation } from '../common/terms/term-translation.js';
import { nameKey } from '../common/translation/texts.js';
import { type TermRef } from '../common/values/lists.js';

/**
 * Names terms that are called by a number (`2018`) by their ids: in the body of an event, digits are an id where there is
 * such a term, and a file never means that.
 * @param insert makes a term of this name
 */
export async function withoutNumbers(
  manager: EntityManager,
  translation: new () => TermTranslation,
  refs: readonly TermRef[] | undefined,
  insert: (name: string) => Promise<{ id: number }>,
): Promise<TermRef[] | undefined> {
  if (refs === undefined) return undefined;
  const settled: TermRef[] = [];
  for (const ref of refs) {
    if ('text' in ref && /^\d+$/.test(ref.text)) {
      const where = { nameKey: nameKey(ref.text), name: ref.text, borrowed: false };
      const term = await manager.findOne(translation, { where, order: { recordId: 'ASC' } });
      settled.push({ id: term?.recordId ?? (await insert(ref.text)).id });
    } else settled.push(ref);
  }
  return settled;
}
