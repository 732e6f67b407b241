import { type Rows } from '../../database/rows/rows.js';

/** How lists show what takes place again and again. */
export const OCCURRENCES = ['all', 'next', 'series'] as const;

export type Occurrences = (typeof OCCURRENCES)[number];

/** A series and its occurrences have this in common; no plain event has the number of another one's. */
export const ONE_OF = 'COALESCE(event.seriesId, event.id)';

/**
 * Keeps one of each series among the events that are left: the first of them, or the series itself, wherever it stands.
 * @param rows narrowed by all that the list asks for
 * @param narrowToShown narrows by what decides over visibility alone
 * @returns the events that were left, of all that is kept
 */
export function foldSeries(rows: Rows, occurrences: Occurrences, narrowToShown: (rows: Rows) => void): Rows {
  const left = rows.copy();
  if (occurrences === 'next') {
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
