import { type EntityManager } from 'typeorm';
import { OptimisticLockError } from '../../../database/database-errors.js';
import { chunks } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { deleteRevisions } from '../revisions/store-revisions.js';
import { logChanges } from '../change-log/change-log.js';

/** A record with a revision, by which writes detect concurrent changes (optimistic locking). */
interface VersionedRecord {
  id: number;
  revision: number;
}

/** Columns of a record that are to be written. */
export interface ColumnChanges<E> {
  readonly record: E;
  readonly columns: Partial<E>;
}

/**
 * Writes columns of a record and increments its revision.
 * @returns the record after the write
 * @throws {OptimisticLockError} if the record was changed since it was read: the transaction is retried
 */
export async function updateRecord<E extends VersionedRecord>(
  manager: EntityManager,
  entity: new () => E,
  record: E,
  columns: Partial<E>,
): Promise<E> {
  const updated = { ...record };
  await updateRecords(manager, entity, [{ record: updated, columns }]);
  return updated;
}

/**
 * Writes columns of many records, and increments their revisions, also in the given objects, of which series have
 * hundreds. Records with the same revision share statements.
 * @throws {OptimisticLockError} if one of them was changed since it was read
 */
export async function updateRecords<E extends VersionedRecord>(
  manager: EntityManager,
  entity: new () => E,
  changes: readonly ColumnChanges<E>[],
): Promise<void> {
  const table = tableOf<VersionedRecord>(manager, entity);
  const names = [...new Set(changes.flatMap(({ columns }) => Object.keys(columns)))] as (keyof E)[];
  for (const [revision, sameRevision] of byRevision(changes, ({ record }) => record)) {
    const next = revision + 1;
    const rows = sameRevision.map(({ record, columns }) => {
      const values = names.map((name) => [name, name in columns ? columns[name] : record[name]]);
      return { ...(Object.fromEntries(values) as Partial<E>), id: record.id, revision: next };
    });
    if ((await table.updateEach(manager, { revision }, 'id', rows)) !== rows.length) throw new OptimisticLockError();
    for (const { record, columns } of sameRevision) Object.assign(record, columns, { revision: next });
  }
  const ids = changes.map(({ record }) => record.id);
  logChanges(manager, entity, ids);
}

/** Number of records that one statement deletes: a long statement blocks other writers of a SQLite file. */
const MAX_REMOVED = 200;

/**
 * Deletes records permanently.
 * @throws {OptimisticLockError} if one of them was changed since it was read: counts that were derived from it would be wrong
 */
export async function deleteRecords<E extends VersionedRecord>(
  manager: EntityManager,
  entity: new () => E,
  records: readonly E[],
): Promise<void> {
  const table = tableOf<VersionedRecord>(manager, entity);
  for (const [revision, sameRevision] of byRevision(records, (record) => record))
    for (const piece of chunks(sameRevision, MAX_REMOVED)) {
      const removed = await table.remove(manager, { revision, id: piece.map(({ id }) => id) });
      if (removed !== piece.length) throw new OptimisticLockError();
    }
  const ids = records.map(({ id }) => id);
  await deleteRevisions(manager, entity, ids);
  logChanges(manager, entity, ids);
}

function byRevision<T>(all: readonly T[], recordOf: (one: T) => VersionedRecord): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const { revision } = recordOf(one);
    const group = groups.get(revision);
    if (group) group.push(one);
    else groups.set(revision, [one]);
  }
  return groups;
}
