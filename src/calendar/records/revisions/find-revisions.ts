import { type EntityManager } from 'typeorm';
import { query, queryLists } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { PageNotFound, RecordNotFound } from '../../../lib/errors/api-error.js';
import { type Content, changedContent } from './content.js';
import { Revision } from './revision.entity.js';
import { REVISION } from './revision.names.js';

/** A record by the table that it is in. */
export interface RevisedKey {
  readonly kind: string;
  readonly recordId: number;
}

/** A revision without its content. */
export type RevisionEntry = Omit<Revision, 'content' | 'fields'> & {
  /** The fields that differ from the revision before, as `changedContent` names them. */
  readonly changed: readonly string[];
};

const ENTRY = [
  ...(['id', 'kind', 'recordId', 'recordRevision', 'accountId'] as const),
  ...(['modifiedAt', 'operation', 'fields'] as const),
] as const;

/**
 * A page of the revisions of a record, the newest first, and the total.
 * @throws {PageNotFound} for a page past the end
 */
export async function findRevisions(
  manager: EntityManager,
  { kind, recordId }: RevisedKey,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly entries: RevisionEntry[]; readonly total: number }> {
  const table = tableOf(manager, Revision, ENTRY);
  const ofRecord = 'WHERE revision.kind = ? AND revision.recordId = ?';
  const [[total]] = (await queryLists(manager, `SELECT COUNT(*) FROM revisions revision ${ofRecord}`, [
    kind,
    recordId,
  ])) as [[number]];
  const lists = await queryLists(
    manager,
    `SELECT ${table.columnsOf('revision')} FROM revisions revision ${ofRecord} ` +
      `ORDER BY revision.recordRevision DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    [kind, recordId],
  );
  if (page > 1 && lists.length === 0) throw new PageNotFound(REVISION);
  const entries: RevisionEntry[] = [];
  for (const list of lists) entries.push(await entryOf(manager, table.rowAt(list, 0)!));
  return { entries, total: Number(total) };
}

/** @throws {RecordNotFound} if the record has no revision with this number */
export async function findRevision(
  manager: EntityManager,
  { kind, recordId }: RevisedKey,
  id: number,
): Promise<{ readonly entry: RevisionEntry; readonly content: Content }> {
  const [revision] = await tableOf(manager, Revision).select(manager, { id, kind, recordId });
  if (!revision) throw new RecordNotFound(REVISION, { id });
  return { entry: await entryOf(manager, revision), content: JSON.parse(revision.content) as Content };
}

async function entryOf(manager: EntityManager, { fields, ...revision }: Omit<Revision, 'content'>) {
  const changed = fields === null ? await computeChanged(manager, revision) : (JSON.parse(fields) as string[]);
  return { ...revision, changed };
}

/** Compares a revision, whose changes were not known when it was stored, with the one before it. */
async function computeChanged(
  manager: EntityManager,
  { kind, recordId, recordRevision }: Omit<Revision, 'content' | 'fields'>,
): Promise<string[]> {
  const rows = await query<Pick<Revision, 'content'>>(
    manager,
    'SELECT content FROM revisions WHERE kind = ? AND recordId = ? AND recordRevision <= ? ' +
      'ORDER BY recordRevision DESC LIMIT 2',
    [kind, recordId, recordRevision],
  );
  const [own, before] = rows.map(({ content }) => JSON.parse(content) as Content);
  return own ? changedContent(before, own) : [];
}
