import { type EntityManager } from 'typeorm';
import { type Caller } from '../auth/role.js';
import { nameKey } from '../translation/texts.js';
import { type Translation } from '../translation/translation.js';
import { type PublishedRecord } from './published-record.js';
import { WRITABLE_STATUSES } from './status.js';
import { whereVisible } from './visible.js';

/** The records with exactly one of these names in either language, among those that the caller may read; the oldest first. */
export async function idsByName<E extends PublishedRecord>(
  manager: EntityManager,
  entity: new () => E,
  translation: new () => Translation,
  names: readonly string[],
  caller: Caller,
): Promise<number[]> {
  if (names.length === 0) return [];
  const named = manager
    .createQueryBuilder(entity, 'record')
    .select('record.id', 'id')
    .addSelect('text.name', 'name')
    .innerJoin(translation, 'text', 'text.recordId = record.id AND text.borrowed = FALSE')
    .where('text.nameKey IN (:...keys)', { keys: names.map(nameKey) })
    .orderBy('record.id');
  const rows = await whereVisible(named, caller, WRITABLE_STATUSES).getRawMany<{ id: number; name: string }>();
  // Compared here: databases differ over what is equal.
  return [...new Set(rows.filter(({ name }) => names.includes(name)).map(({ id }) => id))];
}
