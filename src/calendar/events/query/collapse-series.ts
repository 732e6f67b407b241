import { SelectBuilder } from '../../../database/sql/select-builder.js';
import { Event } from '../event.entity.js';

/** The ways in which lists show series. */
export const OCCURRENCES = ['all', 'next', 'series'] as const;

export type Occurrences = (typeof OCCURRENCES)[number];

/** SQL that is the same for a series and all its occurrences, and different for all other events. */
export const SERIES_KEY = 'COALESCE(event.seriesId, event.id)';

/**
 * Keeps one event of each series: the first occurrence in the list (`next`), or the series itself, even if it takes
 * place at another time (`series`).
 * @param filtered selects the events that the filters of the list match
 * @param seriesToShow returns the select of the series that the list may show in place of their occurrences
 * @returns `rows` selects the events of the collapsed list, `counted` all events that they represent
 */
export function collapseSeries(
  filtered: SelectBuilder,
  occurrences: Exclude<Occurrences, 'all'>,
  seriesToShow: () => SelectBuilder,
) {
  if (occurrences === 'next') {
    const place = `ROW_NUMBER() OVER (PARTITION BY ${SERIES_KEY} ORDER BY event.startUtc, event.id) AS place`;
    const { sql, parameters } = filtered.sql({ columns: ['event.id AS id', place] });
    const first = `(SELECT numbered.id FROM (${sql}) numbered WHERE numbered.place = 1)`;
    // A join, because a server may scan all events for IN.
    const rows = SelectBuilder.of(filtered.manager, Event, 'event');
    return { rows: rows.join(first, 'kept', 'kept.id = event.id', parameters), counted: filtered };
  }
  const { sql, parameters } = filtered.sql({ columns: [`DISTINCT ${SERIES_KEY} AS id`] });
  const shown = seriesToShow();
  const { sql: shownIds, parameters: shownParameters } = shown.sql();
  return {
    // With a join, SQLite would run the inner select for each row of a list that is sorted by a joined text.
    rows: shown.copy().andWhere(`event.id IN (${sql})`, parameters),
    counted: filtered.copy().andWhere(`${SERIES_KEY} IN (${shownIds})`, shownParameters),
  };
}
