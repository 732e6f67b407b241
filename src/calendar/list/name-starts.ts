import { type EntityManager } from 'typeorm';
import { SelectBuilder } from '../../database/sql/select-builder.js';
import { selectNamedInWorker } from '../../database/sql/statements.js';
import { type Language } from '../../lib/i18n/language.js';
import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { hasWordStarts } from '../../lib/text/word-starts.js';
import { type Translation } from '../records/translations/translation.js';
import { whereVisible } from '../records/visibility/visible.js';

/** Number of names that are read at once. */
const BATCH_SIZE = 200;

/** The part of a resource that a search of names reads. */
interface NamedResource {
  readonly names: ResourceNames;
  readonly isPublished: boolean;
  readonly entity: new () => object;
  readonly translation: new () => Translation;
}

/**
 * The ids of public records whose name has words that begin with given letters, by name.
 * @param starts folded
 * @param limit the largest number of ids
 */
export async function recordsByNameStarts(
  manager: EntityManager,
  { names, isPublished, entity, translation }: NamedResource,
  starts: readonly string[],
  language: Language,
  limit: number,
): Promise<number[]> {
  const { singular } = names;
  const rows = SelectBuilder.of(manager, entity, singular);
  if (isPublished) whereVisible(rows, null);
  rows.join(translation, 'shown', `shown.recordId = ${singular}.id AND shown.language = :language`, { language });
  for (const [index, start] of starts.entries())
    rows.andWhere(`INSTR(shown.nameKey, :start${index}) > 0`, { [`start${index}`]: start });
  const found: number[] = [];
  for (let offset = 0; ; offset += BATCH_SIZE) {
    const columns = [`${singular}.id AS id`, 'shown.nameKey AS name'];
    const order = ['shown.nameKey', `${singular}.id`];
    const select = rows.sql({ columns, order, limit: BATCH_SIZE, offset });
    const batch = await selectNamedInWorker<{ id: number; name: string }>(manager, select);
    found.push(...batch.filter(({ name }) => hasWordStarts(name, starts)).map(({ id }) => id));
    if (found.length >= limit || batch.length < BATCH_SIZE) return found.slice(0, limit);
  }
}
