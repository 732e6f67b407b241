import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { run, type Value } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { Revision } from './revision.entity.js';

export type NewRevision = Omit<Revision, 'id'>;

const COLUMNS = [
  ...(['kind', 'recordId', 'recordRevision', 'accountId', 'modifiedAt'] as const),
  ...(['operation', 'content', 'fields'] as const),
];

/**
 * Stores revisions, except those whose state is stored already: a write also passes the state before it, which is missing
 * if the record was last changed without a revision. One statement.
 */
export async function insertRevisions(manager: EntityManager, revisions: readonly NewRevision[]): Promise<void> {
  const row = `(${COLUMNS.map(() => '?').join(', ')})`;
  const unlessKnown = isSqlite(manager.dataSource)
    ? 'ON CONFLICT (kind, recordId, recordRevision) DO NOTHING'
    : 'ON DUPLICATE KEY UPDATE recordRevision = recordRevision';
  const sql = `INSERT INTO revisions (${COLUMNS.join(', ')}) VALUES ${revisions.map(() => row).join(', ')} ${unlessKnown}`;
  const values = revisions.flatMap((revision): Value[] => COLUMNS.map((name) => revision[name]));
  await run(manager, sql, values);
}

/** Deletes the revisions of records that are deleted permanently. */
export async function deleteRevisions(manager: EntityManager, entity: new () => object, ids: readonly number[]) {
  const kind = manager.dataSource.getMetadata(entity).tableName;
  await tableOf(manager, Revision).remove(manager, { kind, recordId: ids });
}
