import { type EntityManager } from 'typeorm';
import { type Caller } from '../requests/context/role.js';
import { Rows } from '../database/rows/rows.js';
import { nameKey } from './texts/texts.js';
import { type Translation } from './texts/translation.js';
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
  const named = Rows.of(manager, entity, 'record')
    .join(translation, 'text', 'text.recordId = record.id AND text.borrowed = FALSE')
    .alsoRead('text.name AS name')
    .andWhere('text.nameKey IN (:...keys)', { keys: names.map(nameKey) });
  const visible = whereVisible(named, caller, WRITABLE_STATUSES);
  const rows = await visible.read<{ id: number; name: string }>({ order: ['record.id'] });
  // Compared here: databases differ over what is equal.
  return [...new Set(rows.filter(({ name }) => names.includes(name)).map(({ id }) => id))];
}
