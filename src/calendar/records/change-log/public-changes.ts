import { type EntityManager } from 'typeorm';
import { query } from '../../../database/sql/statements.js';
import { type UnitOfWork } from '../../../database/database.js';

/** The effect of a write on what the public sees. */
export const PUBLIC_CHANGES = ['published', 'updated', 'unpublished', 'deleted'] as const;
export type PublicChangeType = (typeof PUBLIC_CHANGES)[number];

/** A record whose public state a transaction has changed. */
export interface PublicChange {
  /** The table of the record, which is also its name in routes: `events`. */
  readonly kind: string;
  readonly id: number;
  readonly type: PublicChangeType;
  /** Revision of the record after the write; null once it is deleted permanently. */
  readonly revision: number | null;
}

/** SQL for whether a row is public: lists show it to callers without a key. */
export function isPublicSql(manager: EntityManager, entity: new () => object, alias: string): string {
  const { columns } = manager.dataSource.getMetadata(entity);
  const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
  const isPublic = [has('status') && `${alias}.status = 'publish'`, has('hidden') && `${alias}.hidden = FALSE`];
  return `CASE WHEN ${isPublic.filter(Boolean).join(' AND ') || 'TRUE'} THEN TRUE ELSE FALSE END`;
}

/**
 * How a transaction has changed what the public sees. Compares the current state of the written records with the one in
 * `record_changes`, to which the transaction has not been added yet. A change of an occurrence counts as an update of
 * its series.
 */
export async function publicChanges(unit: UnitOfWork): Promise<PublicChange[]> {
  const parts = [...unit.writtenRecords].map(([entity, ids]) => statesSql(unit, entity, [...ids].join()));
  return groupBySeries(await query<RecordState>(unit, parts.join(' UNION ALL ')));
}

/** The state of a record before and after the transaction. SQLite has numbers for booleans. */
export interface RecordState {
  readonly kind: string;
  readonly id: number;
  readonly revision: number | null;
  readonly isShown: boolean | number;
  readonly wasShown: boolean | number | null;
  /** Whether the record is in the trash or no longer exists. */
  readonly isDeleted: boolean | number;
  readonly seriesId: number | null;
  readonly formerSeriesId: number | null;
  /** For an occurrence, the revision of its series, and whether lists show the series. */
  readonly seriesRevision: number | null;
  readonly isSeriesShown: boolean | number | null;
}

function statesSql(manager: EntityManager, entity: new () => object, ids: string): string {
  const { tableName: table, columns } = manager.dataSource.getMetadata(entity);
  const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
  const isTrashed = has('status') ? "CASE WHEN record.status = 'trash' THEN TRUE ELSE FALSE END" : 'FALSE';
  const hasSeries = has('seriesId');
  const series = hasSeries ? 'record.seriesId' : 'NULL';
  const isSeriesShown = hasSeries ? isPublicSql(manager, entity, 'series') : 'NULL';
  const ofSeries = `${hasSeries ? 'series.revision' : 'NULL'} AS seriesRevision, ${isSeriesShown} AS isSeriesShown`;
  const join = (id: string) => (hasSeries ? ` LEFT JOIN ${table} series ON series.id = ${id}` : '');
  const existing =
    `SELECT '${table}' AS kind, record.id AS id, record.revision AS revision, ` +
    `${isPublicSql(manager, entity, 'record')} AS isShown, known.isPublic AS wasShown, ${isTrashed} AS isDeleted, ` +
    `${series} AS seriesId, known.seriesId AS formerSeriesId, ${ofSeries} FROM ${table} record ` +
    `LEFT JOIN record_changes known ON known.kind = '${table}' AND known.recordId = record.id` +
    `${join('COALESCE(record.seriesId, known.seriesId)')} WHERE record.id IN (${ids})`;
  const gone =
    `SELECT known.kind, known.recordId, NULL, FALSE, known.isPublic, TRUE, NULL, known.seriesId, ${ofSeries} ` +
    `FROM record_changes known${join('known.seriesId')} ` +
    `WHERE known.kind = '${table}' AND known.recordId IN (${ids}) AND known.isGone = FALSE ` +
    `AND NOT EXISTS (SELECT 1 FROM ${table} record WHERE record.id = known.recordId)`;
  return `${existing} UNION ALL ${gone}`;
}

/** The changes to report. For an occurrence, the change of its series is reported instead if the series is public. */
export function groupBySeries(states: readonly RecordState[]): PublicChange[] {
  const changes = new Map<string, PublicChange>();
  const report = (change: PublicChange) => void changes.set(`${change.kind} ${change.id}`, change);
  for (const state of states) {
    const { kind, id, revision } = state;
    const type = changeTypeOf(state, representsSeries(id, state.seriesId), representsSeries(id, state.formerSeriesId));
    if (type) report({ kind, id, type, revision });
  }
  const reportedKeys = new Set(changes.keys());
  for (const state of states) {
    const { kind, id, revision, seriesId, formerSeriesId } = state;
    const series = seriesId ?? formerSeriesId;
    if (series === null || series === id) continue;
    const type = changeTypeOf(state, true, true);
    if (!type || [id, series].some((one) => reportedKeys.has(`${kind} ${one}`))) continue;
    if (state.isSeriesShown) report({ kind, id: series, type: 'updated', revision: state.seriesRevision });
    else report({ kind, id, type, revision });
  }
  return [...changes.values()];
}

/** Whether a record is not an occurrence, or is the one that represents its series. */
const representsSeries = (id: number, seriesId: number | null) => seriesId === null || seriesId === id;

/** @returns undefined if the change is not visible to the public */
function changeTypeOf(
  { isShown, wasShown, isDeleted }: RecordState,
  countsNow: boolean,
  countedBefore: boolean,
): PublicChangeType | undefined {
  const now = Boolean(isShown) && countsNow;
  const before = Boolean(wasShown) && countedBefore;
  if (now) return before ? 'updated' : 'published';
  // The event used to represent its series and is an occurrence now: its page still exists.
  if (isShown && before) return 'updated';
  if (!before) return undefined;
  return isDeleted ? 'deleted' : 'unpublished';
}
