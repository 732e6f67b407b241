import { type Condition } from '../../database/rows/condition.js';
import { type Rows } from '../../database/rows/rows.js';
import { unitedRows } from '../../database/rows/union.js';

/** How lists show what takes place again and again. */
export const OCCURRENCES = ['all', 'next', 'series'] as const;

export type Occurrences = (typeof OCCURRENCES)[number];

/** A series and its occurrences have this in common; no plain event has the number of another one's. */
export const ONE_OF = 'COALESCE(event.seriesId, event.id)';

/** SQL of the number of events, each series counted once. */
export const COUNTED_ONCE = 'COUNT(*) - COUNT(event.seriesId) + COUNT(DISTINCT event.seriesId) AS total';

/** One of each series, and the events that were left, of which they are kept; both in parts. */
export interface Folded {
  readonly kept: readonly Rows[];
  readonly ofAll: readonly Rows[];
}

/** What is left of a list, of which one of each series is to be kept. */
export interface Left {
  /** Narrowed by all that indexes and the list's columns know but dates. */
  readonly undated: Rows;
  /** Narrowed by all, as it is asked for one event at a time. */
  readonly each: Rows;
  /** No event in two of them. */
  readonly parts: readonly Rows[];
}

/**
 * Keeps one of each series among the events that are left: the first of them, or the series itself, wherever it stands.
 * @param narrowToShown narrows by what decides over visibility alone
 * @param isCheap whether it takes little to know of an event that no other one of its series is left before
 */
export function foldSeries(
  { undated, each, parts }: Left,
  occurrences: Exclude<Occurrences, 'all'>,
  narrowToShown: (rows: Rows) => void,
  isCheap: boolean,
): Folded {
  if (occurrences === 'series') {
    const { sql, parameters } = unitedRows(parts, [`${ONE_OF} AS id`]);
    const all = undated.copy().anew();
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

/** Joined: for IN a server may ask all events. */
function keep(rows: Rows, ids: string, parameters: Condition['parameters']): Rows {
  return rows.copy().join(`(${ids})`, 'kept', 'kept.id = event.id', parameters).sortApart();
}
