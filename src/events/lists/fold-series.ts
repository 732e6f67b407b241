import { type Condition } from '../../database/sql/condition.js';
import { type Rows } from '../../database/sql/rows.js';
import { unitedRows } from '../../database/sql/union.js';

/** How lists show what takes place again and again. */
export const OCCURRENCES = ['all', 'next', 'series'] as const;

export type Occurrences = (typeof OCCURRENCES)[number];

/** SQL that is the same for a series and its occurrences, and different for all other events. */
export const ONE_OF = 'COALESCE(event.seriesId, event.id)';

/** SQL of the number of events, each series counted once. */
export const COUNTED_ONCE = 'COUNT(*) - COUNT(event.seriesId) + COUNT(DISTINCT event.seriesId) AS total';

/** What a list with one event of each series shows, and all events that it stands for; both in parts. */
export interface Folded {
  readonly kept: readonly Rows[];
  readonly ofAll: readonly Rows[];
}

/** The events of a list, of which one of each series is to be kept. */
export interface Candidates {
  /** Narrowed by everything but dates and words. */
  readonly undated: Rows;
  /** Narrowed by everything but words, in a way that is quick for one event at a time. */
  readonly each: Rows;
  /** Narrowed by everything; no event in two parts. */
  readonly parts: readonly Rows[];
}

/**
 * Keeps one event of each series: the first occurrence that the list has (`next`), or the series itself, also where that
 * lies outside the window (`series`).
 * @param narrowToShown narrows to what the caller may see in lists
 * @param isCheap whether it takes little to find out that the list has no earlier occurrence than some event
 */
export function foldSeries(
  { undated, each, parts }: Candidates,
  occurrences: Exclude<Occurrences, 'all'>,
  narrowToShown: (rows: Rows) => void,
  isCheap: boolean,
): Folded {
  if (occurrences === 'series') {
    const { sql, parameters } = unitedRows(parts, [`${ONE_OF} AS id`]);
    const all = undated.copy().clearConditions();
    narrowToShown(all);
    const shown = all.sql({ columns: ['event.id AS id'] });
    const isShown = `${ONE_OF} IN (SELECT one.id FROM (${shown.sql}) one)`;
    const ofAll = parts.map((part) => part.copy().andWhere(isShown, shown.parameters));
    return { kept: [keep(all, `SELECT DISTINCT one.id FROM (${sql}) one`, parameters)], ofAll };
  }
  if (isCheap) {
    const { sql, parameters } = each.sql({ columns: ['event.seriesId', 'event.startUtc', 'event.id'] });
    const isBefore =
      '(earlier.startUtc < event.startUtc OR (earlier.startUtc = event.startUtc AND earlier.id < event.id))';
    const earlier = `SELECT 1 FROM (${sql}) earlier WHERE earlier.seriesId = event.seriesId AND ${isBefore}`;
    const isFirst = `(event.seriesId IS NULL OR NOT EXISTS (${earlier}))`;
    return { kept: parts.map((part) => part.copy().andWhere(isFirst, parameters)), ofAll: parts };
  }
  const { sql, parameters } = unitedRows(parts, ['event.id AS id', 'event.seriesId AS seriesId', STARTS]);
  const place = `ROW_NUMBER() OVER (PARTITION BY ${ONE_OF} ORDER BY event.startUtc, event.id) AS place`;
  const places = `SELECT event.id AS id, ${place} FROM (${sql}) event`;
  return { kept: [keep(undated, `SELECT one.id FROM (${places}) one WHERE one.place = 1`, parameters)], ofAll: parts };
}

const STARTS = 'event.startUtc AS startUtc';

/** By a join: for IN a server may look at all events. */
function keep(rows: Rows, ids: string, parameters: Condition['parameters']): Rows {
  return rows.copy().join(`(${ids})`, 'kept', 'kept.id = event.id', parameters).sortApart();
}
