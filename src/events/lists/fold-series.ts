import { type Rows } from '../../database/rows/rows.js';

/** How lists show what takes place again and again. */
export const OCCURRENCES = ['all', 'next', 'series'] as const;

export type Occurrences = (typeof OCCURRENCES)[number];

/** A series and its occurrences have this in common; no plain event has the number of another one's. */
export const ONE_OF = 'COALESCE(event.seriesId, event.id)';

/** SQL of the number of events, each series counted once. */
export const COUNTED_ONCE = 'COUNT(*) - COUNT(event.seriesId) + COUNT(DISTINCT event.seriesId) AS total';

/**
 * Keeps one of each series among the events that are left: the first of them, or the series itself, wherever it stands.
 * @param rows narrowed by all that the list asks for
 * @param narrowToShown narrows by what decides over visibility alone
 * @param isCheap whether it takes no more than its own row to know of an event that it is left
 * @returns the events that were left, of all that is kept
 */
export function foldSeries(
  rows: Rows,
  occurrences: Occurrences,
  narrowToShown: (rows: Rows) => void,
  isCheap: boolean,
): Rows {
  const left = rows.copy();
  if (occurrences === 'next' && isCheap) {
    const { sql, parameters } = rows.sql({ columns: ['event.seriesId', 'event.startUtc', 'event.id'] });
    const isBefore =
      '(earlier.startUtc < event.startUtc OR (earlier.startUtc = event.startUtc AND earlier.id < event.id))';
    const earlier = `SELECT 1 FROM (${sql}) earlier WHERE earlier.seriesId = event.seriesId AND ${isBefore}`;
    rows.andWhere(`(event.seriesId IS NULL OR NOT EXISTS (${earlier}))`, parameters);
  } else if (occurrences === 'next') {
    const place = `ROW_NUMBER() OVER (PARTITION BY ${ONE_OF} ORDER BY event.startUtc, event.id) AS place`;
    const { sql, parameters } = rows.sql({ columns: ['event.id AS id', place] });
    rows.andWhere(`event.id IN (SELECT one.id FROM (${sql}) one WHERE one.place = 1)`, parameters);
  } else if (occurrences === 'series') {
    const { sql, parameters } = rows.sql({ columns: [`${ONE_OF} AS id`] });
    narrowToShown(rows.anew());
    const shown = rows.sql({ columns: ['event.id AS id'] });
    left.andWhere(`${ONE_OF} IN (SELECT one.id FROM (${shown.sql}) one)`, shown.parameters);
    rows.andWhere(`event.id IN (SELECT one.id FROM (${sql}) one)`, parameters);
  }
  return left;
}
