import { type EntityManager } from 'typeorm';
import { type Caller } from '../http/context/role.js';
import { SelectBuilder } from '../database/sql/select-builder.js';
import { nameKey } from './translations/texts.js';
import { type Translation } from './translations/translation.js';
import { type PublishedRecord } from './published-record.js';
import { type Status, WRITABLE_STATUSES } from './status.js';
import { whereVisible } from './visible.js';

/**
 * The ids of the records whose name in either language equals one of these names, among those that the caller may read.
 * Published records come first, so that drafts do not take precedence over them; within each group, the oldest first.
 */
export async function idsByName<E extends PublishedRecord>(
  manager: EntityManager,
  entity: new () => E,
  translation: new () => Translation,
  names: readonly string[],
  caller: Caller,
): Promise<number[]> {
  if (names.length === 0) return [];
  const named = SelectBuilder.of(manager, entity, 'record')
    .join(translation, 'text', 'text.recordId = record.id AND text.borrowed = FALSE')
    .andWhere('text.nameKey IN (:...keys)', { keys: names.map(nameKey) });
  const visible = whereVisible(named, caller, WRITABLE_STATUSES);
  const rows = await visible.read<{ id: number; name: string; status: Status }>({
    columns: ['record.id AS id', 'text.name AS name', 'record.status AS status'],
    order: ['record.id'],
  });
  // Names are compared again, since `nameKey` ignores case and accents.
  const exactMatches = rows.filter(({ name }) => names.includes(name));
  const isPublic = ({ status }: { status: Status }) => status === 'publish';
  const publicFirst = [...exactMatches.filter(isPublic), ...exactMatches.filter((row) => !isPublic(row))];
  return [...new Set(publicFirst.map(({ id }) => id))];
}
