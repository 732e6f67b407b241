import { type EntityManager } from 'typeorm';
import { selectNamedInWorker, parseSqliteTime } from '../database/sql/statements.js';
import { SelectBuilder } from '../database/sql/select-builder.js';
import { type PublishedRecord } from '../content/published-record.js';

/** The time of the last change of any of some records; the beginning of 1970 without records. */
export async function lastModified(
  manager: EntityManager,
  entity: new () => PublishedRecord,
  ids: readonly number[],
): Promise<Date> {
  if (ids.length === 0) return new Date(0);
  const rows = SelectBuilder.of(manager, entity, 'record').andWhere(`record.id IN (${ids.join()})`);
  const columns = ['MAX(record.modifiedAt) AS modified'];
  const [row] = await selectNamedInWorker<{ modified: Date | string | null }>(manager, rows.sql({ columns }));
  const modified = row?.modified ?? new Date(0);
  return modified instanceof Date ? modified : parseSqliteTime(modified);
}
