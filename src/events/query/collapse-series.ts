import { type Rows } from '../../database/sql/rows.js';

/** The ways in which lists show series. */
export const OCCURRENCES = ['all', 'next', 'series'] as const;

export type Occurrences = (typeof OCCURRENCES)[number];

/** SQL that is the same for a series and all its occurrences, and different for all other events. */
export const SERIES_KEY = 'COALESCE(event.seriesId, event.id)';

/**
 * Keeps one event of each series: the first occurrence in the list (`next`), or the series itself, even if it takes
 * place at another time (`series`).
 * @param filtered the events of the list
 * @param seriesToShow returns the select of the series that may represent their occurrences
 * @returns the rows of these, and of all events that they represent
 */
export function collapseSeries(filtered: Rows, occurrences: Exclude<Occurrences, 'all'>, seriesToShow: () => Rows) {
  if (occurrences === 'next') {
    const place = `ROW_NUMBER() OVER (PARTITION BY ${SERIES_KEY} ORDER BY event.startUtc, event.id) AS place`;
    const { sql, parameters } = filtered.sql({ columns: ['event.id AS id', place] });
    const first = `SELECT numbered.id FROM (${sql}) numbered WHERE numbered.place = 1`;
    return { rows: among(filtered, first, parameters), counted: filtered, isCollapsed: true };
  }
  const { sql, parameters } = filtered.sql({ columns: [`DISTINCT ${SERIES_KEY} AS id`] });
  const shown = seriesToShow();
  const { sql: shownIds, parameters: shownParameters } = shown.sql();
  return {
    // This is a subquery and not a join: with the join of a text, SQLite would run the inner select for each row.
    rows: shown.copy().andWhere(`event.id IN (${sql})`, parameters),
    counted: filtered.copy().andWhere(`${SERIES_KEY} IN (${shownIds})`, shownParameters),
    isCollapsed: true,
  };
}

/** The events with some ids, without any other condition. This is a join, since for IN a server may scan all events. */
function among(rows: Rows, ids: string, parameters: Parameters<Rows['andWhere']>[1]): Rows {
  return rows.unfiltered().join(`(${ids})`, 'kept', 'kept.id = event.id', parameters);
}
