import { type EntityManager } from 'typeorm';
import { isSqlite } from '../../../database/data-source.js';
import { chunks, run, type Value } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { Revision } from './revision.entity.js';

export type NewRevision = Omit<Revision, 'id'>;

const COLUMNS = [
  ...(['kind', 'recordId', 'recordRevision', 'accountId', 'modifiedAt'] as const),
  ...(['operation', 'content', 'fields', 'appliesToDates'] as const),
];

/** The state before a write. Its content is computed only if no revision has stored it. */
export type FormerRevision = Omit<NewRevision, 'content'> & { readonly content: () => string };

/** The revision of a write, and the state of the record before it; a new record has none. */
export interface RevisedWrite {
  readonly revision: NewRevision;
  readonly former?: FormerRevision | undefined;
}

/** Writes whose revisions one statement stores. */
const WRITES_AT_ONCE = 50;

/**
 * Stores the revisions of writes of several records. It also passes the states before them, which are missing if a record
 * was last changed without a revision. Of a state that is stored already, which is the usual case, the statement carries
 * no content: that would cost more than the revision itself.
 */
export async function insertRevisions(manager: EntityManager, writes: readonly RevisedWrite[]): Promise<void> {
  if (writes.length === 0) return;
  for (const some of chunks(writes, WRITES_AT_ONCE)) await insertSome(manager, some);
}

async function insertSome(manager: EntityManager, writes: readonly RevisedWrite[]): Promise<void> {
  const formers = writes.flatMap(({ former }) => former ?? []);
  const rows = [...formers.map((former) => ({ ...former, content: '' })), ...writes.map(({ revision }) => revision)];
  const places = rows.map(() => `(${COLUMNS.map(() => '?').join(', ')})`).join(', ');
  const values = rows.flatMap((row): Value[] => COLUMNS.map((name) => row[name]));
  const columns = COLUMNS.join(', ');
  // ON DUPLICATE KEY UPDATE would read and lock the stored rows.
  const sql = isSqlite(manager.dataSource)
    ? `INSERT INTO revisions (${columns}) VALUES ${places} ON CONFLICT (kind, recordId, recordRevision) DO NOTHING`
    : `INSERT IGNORE INTO revisions (${columns}) VALUES ${places}`;
  const { affected } = await run(manager, sql, values);
  if (affected === writes.length) return;
  for (const { kind, recordId, recordRevision, content } of formers) {
    const missing = { kind, recordId, recordRevision, content: '' };
    await tableOf(manager, Revision).update(manager, missing, { content: content() });
  }
}

/** Deletes the revisions of records that are deleted permanently. */
export async function deleteRevisions(manager: EntityManager, entity: new () => object, ids: readonly number[]) {
  const kind = manager.dataSource.getMetadata(entity).tableName;
  await tableOf(manager, Revision).remove(manager, { kind, recordId: ids });
}
