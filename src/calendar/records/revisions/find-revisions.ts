import { type EntityManager } from 'typeorm';
import { query, queryLists, type Value } from '../../../database/sql/statements.js';
import { tableOf } from '../../../database/sql/table.js';
import { PageNotFound, RecordNotFound } from '../../../lib/errors/api-error.js';
import { type Content, changedContent } from './content.js';
import { Revision } from './revision.entity.js';
import { REVISION } from './revision.names.js';

/** The revisions that a record shows, by the table that it is in. */
export interface RevisionScope {
  readonly kind: string;
  readonly recordId: number;
  /** The records of series whose writes to all dates applied to it. */
  readonly series: readonly PastRecord[];
}

/** A record whose revisions applied to another one, up to a counter of its writes. */
export interface PastRecord {
  readonly id: number;
  readonly before?: number | undefined;
}

/** A revision without its content. */
export type RevisionEntry = Omit<Revision, 'content' | 'fields'> & {
  /** The fields that differ from the revision before, as `changedContent` names them. */
  readonly changed: readonly string[];
};

const ENTRY = [
  ...(['id', 'kind', 'recordId', 'recordRevision', 'accountId'] as const),
  ...(['modifiedAt', 'operation', 'fields', 'appliesToDates'] as const),
] as const;

/**
 * A page of the revisions of a record, the newest first, and the total.
 * @throws {PageNotFound} for a page past the end
 */
export async function findRevisions(
  manager: EntityManager,
  scope: RevisionScope,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly entries: RevisionEntry[]; readonly total: number }> {
  const table = tableOf(manager, Revision, ENTRY);
  const { sql: where, values } = within(scope);
  const from = `FROM revisions revision WHERE ${where}`;
  const [[total]] = (await queryLists(manager, `SELECT COUNT(*) ${from}`, values)) as [[number]];
  // Counters of writes are comparable within one record only.
  const order = scope.series.length > 0 ? 'id' : 'recordRevision';
  const lists = await queryLists(
    manager,
    `SELECT ${table.columnsOf('revision')} ${from} ` +
      `ORDER BY revision.${order} DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    values,
  );
  if (page > 1 && lists.length === 0) throw new PageNotFound(REVISION);
  const entries: RevisionEntry[] = [];
  for (const list of lists) entries.push(await entryOf(manager, table.rowAt(list, 0)!));
  return { entries, total: Number(total) };
}

/** The condition for the revisions of a scope. */
function within({ kind, recordId, series }: RevisionScope): { readonly sql: string; readonly values: Value[] } {
  const conditions = ['revision.recordId = ?'];
  const values: Value[] = [kind, recordId];
  for (const { id, before } of series) {
    const isEarlier = before === undefined ? '' : ' AND revision.recordRevision < ?';
    conditions.push(`(revision.recordId = ? AND revision.appliesToDates = TRUE${isEarlier})`);
    values.push(id, ...(before === undefined ? [] : [before]));
  }
  return { sql: `revision.kind = ? AND (${conditions.join(' OR ')})`, values };
}

/** @throws {RecordNotFound} if the record has no revision with this number */
export async function findRevision(
  manager: EntityManager,
  { kind, recordId, series }: RevisionScope,
  id: number,
): Promise<{ readonly entry: RevisionEntry; readonly content: Content }> {
  const [revision] = await tableOf(manager, Revision).select(manager, { id, kind });
  const isShown =
    revision &&
    (revision.recordId === recordId ||
      (revision.appliesToDates &&
        series.some((one) => one.id === revision.recordId && revision.recordRevision < (one.before ?? Infinity))));
  if (!isShown) throw new RecordNotFound(REVISION, { id });
  return { entry: await entryOf(manager, revision), content: JSON.parse(revision.content) as Content };
}

/**
 * The fields that writes of a record itself have ever changed, as `changedContent` names them. States that were stored
 * later, moves to the trash, restored states, and writes to all dates of a series are not changes of its own.
 * @param except the first revision with at least this counter of writes does not count
 */
export async function ownChangesOf(
  manager: EntityManager,
  { kind, recordId }: Pick<Revision, 'kind' | 'recordId'>,
  except = Infinity,
): Promise<Set<string>> {
  const rows = await query<Pick<Revision, 'recordRevision' | 'operation' | 'fields'>>(
    manager,
    'SELECT recordRevision, operation, fields FROM revisions WHERE kind = ? AND recordId = ? ' +
      'AND appliesToDates = FALSE ORDER BY recordRevision',
    [kind, recordId],
  );
  const leftOut = rows.find(({ recordRevision }) => recordRevision >= except);
  const own = rows.filter((row) => row !== leftOut && ['updated', 'imported'].includes(row.operation));
  return new Set(own.flatMap(({ fields }) => JSON.parse(fields ?? '[]') as string[]));
}

/** The last stored state of a record before some counter of its writes. */
export async function contentBefore(
  manager: EntityManager,
  { kind, recordId }: Pick<Revision, 'kind' | 'recordId'>,
  revision: number,
): Promise<Content | undefined> {
  const [row] = await query<Pick<Revision, 'content'>>(
    manager,
    'SELECT content FROM revisions WHERE kind = ? AND recordId = ? AND recordRevision < ? ' +
      'ORDER BY recordRevision DESC LIMIT 1',
    [kind, recordId, revision],
  );
  return row && (JSON.parse(row.content) as Content);
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
