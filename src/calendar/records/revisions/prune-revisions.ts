import { type EntityManager } from 'typeorm';
import { type Database } from '../../../database/database.js';
import { query, queryInWorker, run, type Value } from '../../../database/sql/statements.js';
import { DAY } from '../../../lib/datetime/durations.js';
import { truncateToSeconds } from '../../../lib/datetime/moment.js';

/** Number of revisions of a record that are always kept. */
export const KEPT_AT_LEAST = 50;

/** Number of records whose revisions one transaction deletes: a long one would block other writers. */
const RECORDS_AT_ONCE = 50;

interface LongHistory {
  readonly kind: string;
  readonly recordId: number;
}

export interface Pruning {
  /** Days for which revisions are kept; 0 keeps those that are stored. */
  readonly days: number;
  readonly now: Date;
  /** Whether the revisions are only counted. */
  readonly isDryRun?: boolean;
}

/**
 * Deletes revisions that are older than some days, except the last 50 of each record. Several instances may do it at once.
 * @returns the number of deleted revisions
 */
export async function pruneRevisions(database: Database, { days, now, isDryRun = false }: Pruning): Promise<number> {
  if (days === 0) return 0;
  const before = truncateToSeconds(new Date(now.getTime() - days * DAY));
  const sql =
    'SELECT kind, recordId FROM revisions GROUP BY kind, recordId ' +
    `HAVING COUNT(*) > ${KEPT_AT_LEAST} ORDER BY kind, recordId`;
  const records = await database.read((manager) => queryInWorker<LongHistory>(manager, { sql, values: [] }));
  let count = 0;
  for (let start = 0; start < records.length; start += RECORDS_AT_ONCE) {
    const some = records.slice(start, start + RECORDS_AT_ONCE);
    const work = async (manager: EntityManager) => {
      let deleted = 0;
      for (const record of some) deleted += await pruneRecord(manager, record, before, isDryRun);
      return deleted;
    };
    count += await (isDryRun ? database.read(work) : database.write(work));
  }
  return count;
}

async function pruneRecord(
  manager: EntityManager,
  { kind, recordId }: LongHistory,
  before: Date,
  isDryRun: boolean,
): Promise<number> {
  const ofRecord = 'kind = ? AND recordId = ?';
  const [last] = await query<{ recordRevision: number }>(
    manager,
    `SELECT recordRevision FROM revisions WHERE ${ofRecord} ` +
      `ORDER BY recordRevision DESC LIMIT 1 OFFSET ${KEPT_AT_LEAST - 1}`,
    [kind, recordId],
  );
  if (!last) return 0;
  const old = `${ofRecord} AND recordRevision < ? AND modifiedAt < ?`;
  const values: Value[] = [kind, recordId, last.recordRevision, before];
  if (!isDryRun) return (await run(manager, `DELETE FROM revisions WHERE ${old}`, values)).affected;
  const [row] = await query<{ total: number }>(manager, `SELECT COUNT(*) AS total FROM revisions WHERE ${old}`, values);
  return Number(row!.total);
}

/** The stored revisions of one kind of records. */
export interface RevisionStatistics {
  readonly kind: string;
  readonly revisions: number;
  readonly records: number;
  readonly bytes: number;
  readonly oldest: string;
}

export async function revisionStatistics(manager: EntityManager): Promise<RevisionStatistics[]> {
  const sql =
    'SELECT kind, COUNT(*) AS revisions, COUNT(DISTINCT recordId) AS records, SUM(LENGTH(content)) AS bytes, ' +
    'MIN(modifiedAt) AS oldest FROM revisions GROUP BY kind ORDER BY kind';
  const rows = await query<Record<keyof RevisionStatistics, unknown>>(manager, sql);
  return rows.map(({ kind, revisions, records, bytes, oldest }) => ({
    kind: String(kind),
    revisions: Number(revisions),
    records: Number(records),
    bytes: Number(bytes),
    oldest: oldest instanceof Date ? oldest.toISOString().slice(0, 10) : String(oldest).slice(0, 10),
  }));
}
