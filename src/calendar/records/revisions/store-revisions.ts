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

/** The state before a write. Its content is not read unless it is missing. */
export type FormerRevision = Omit<NewRevision, 'content'> & { readonly content: () => string };

/**
 * Stores the revision of a write. It also passes the state before it, which is missing if the record was last changed
 * without a revision. Of a state that is stored already, which is the usual case, the statement carries no content: that
 * would cost more than the revision itself.
 */
export async function insertRevision(
  manager: EntityManager,
  revision: NewRevision,
  former?: FormerRevision,
): Promise<void> {
  const rows = former ? [{ ...former, content: '' }, revision] : [revision];
  const places = rows.map(() => `(${COLUMNS.map(() => '?').join(', ')})`).join(', ');
  const values = rows.flatMap((row): Value[] => COLUMNS.map((name) => row[name]));
  const columns = COLUMNS.join(', ');
  // ON DUPLICATE KEY UPDATE would read and lock the stored row.
  const sql = isSqlite(manager.dataSource)
    ? `INSERT INTO revisions (${columns}) VALUES ${places} ON CONFLICT (kind, recordId, recordRevision) DO NOTHING`
    : `INSERT IGNORE INTO revisions (${columns}) VALUES ${places}`;
  const { affected } = await run(manager, sql, values);
  if (!former || affected < rows.length) return;
  const { kind, recordId, recordRevision } = former;
  await tableOf(manager, Revision).update(manager, { kind, recordId, recordRevision }, { content: former.content() });
}

/** Deletes the revisions of records that are deleted permanently. */
export async function deleteRevisions(manager: EntityManager, entity: new () => object, ids: readonly number[]) {
  const kind = manager.dataSource.getMetadata(entity).tableName;
  await tableOf(manager, Revision).remove(manager, { kind, recordId: ids });
}
