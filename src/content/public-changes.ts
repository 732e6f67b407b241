import { type EntityManager } from 'typeorm';
import { query } from '../database/sql/statements.js';
import { type UnitOfWork } from '../database/unit-of-work.js';

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

/** SQL that is true for rows that lists show to everybody. */
export function shownSql(manager: EntityManager, entity: new () => object, alias: string): string {
  const { columns } = manager.dataSource.getMetadata(entity);
  const has = (name: string) => columns.some(({ propertyName }) => propertyName === name);
  const isPublic = [has('status') && `${alias}.status = 'publish'`, has('hidden') && `${alias}.hidden = FALSE`];
  return `CASE WHEN ${isPublic.filter(Boolean).join(' AND ') || 'TRUE'} THEN TRUE ELSE FALSE END`;
}

/**
 * Determines the public effect of a transaction on the records that it has written: compares their current state with
 * the one in `record_changes`, which the transaction has not changed yet. A change of an occurrence counts as an update
 * of its series.
 */
export async function publicChanges(unit: UnitOfWork): Promise<PublicChange[]> {
  const parts = [...unit.writtenRecords].map(([entity, ids]) => statesSql(unit, entity, [...ids].join()));
  return withoutOccurrences(await query<State>(unit, parts.join(' UNION ALL ')));
}

/** The state of a record before and after the transaction. SQLite has numbers for booleans. */
export interface State {
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
  const [ofSeries, join] = has('seriesId')
    ? [
        `series.revision AS seriesRevision, ${shownSql(manager, entity, 'series')} AS isSeriesShown`,
        (id: string) => ` LEFT JOIN ${table} series ON series.id = ${id}`,
      ]
    : ['NULL AS seriesRevision, NULL AS isSeriesShown', () => ''];
  const series = has('seriesId') ? 'record.seriesId' : 'NULL';
  const existing =
    `SELECT '${table}' AS kind, record.id AS id, record.revision AS revision, ` +
    `${shownSql(manager, entity, 'record')} AS isShown, known.isPublic AS wasShown, ${isTrashed} AS isDeleted, ` +
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
export function withoutOccurrences(states: readonly State[]): PublicChange[] {
  const told = new Map<string, PublicChange>();
  const tell = (change: PublicChange) => void told.set(`${change.kind} ${change.id}`, change);
  for (const state of states) {
    const { kind: resource, id, revision } = state;
    const type = typeOf(state, isHead(id, state.seriesId), isHead(id, state.formerSeriesId));
    if (type) tell({ kind: resource, id, type, revision });
  }
  const heads = new Set(told.keys());
  for (const state of states) {
    const { kind: resource, id, revision, seriesId, formerSeriesId } = state;
    const series = seriesId ?? formerSeriesId;
    if (series === null || series === id || heads.has(`${resource} ${id}`) || heads.has(`${resource} ${series}`))
      continue;
    const type = typeOf(state, true, true);
    if (!type) continue;
    if (state.isSeriesShown) tell({ kind: resource, id: series, type: 'updated', revision: state.seriesRevision });
    else tell({ kind: resource, id, type, revision });
  }
  return [...told.values()];
}

/** Whether a record is not an occurrence, or is the one that represents its series. */
const isHead = (id: number, seriesId: number | null) => seriesId === null || seriesId === id;

/** @returns undefined if the change is not visible to the public */
function typeOf(
  { isShown, wasShown, isDeleted }: State,
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
