import { type EntityManager } from 'typeorm';
import { type Caller } from '../http/context/role.js';
import { Rows } from '../database/sql/rows.js';
import { type PublishedRecord } from './published-record.js';
import { WRITABLE_STATUSES } from './status.js';
import { whereVisible } from './visible.js';

/** Filters ids of records that a caller may read and refer to. Records in the trash cannot be referred to. */
export async function readableIds<E extends PublishedRecord>(
  manager: EntityManager,
  entity: new () => E,
  ids: readonly number[],
  caller: Caller,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = Rows.of(manager, entity, 'record').andWhere('record.id IN (:...ids)', { ids });
  const found = await whereVisible(rows, caller, WRITABLE_STATUSES).read<{ id: number }>();
  return new Set(found.map(({ id }) => id));
}
