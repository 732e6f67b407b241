import { type Statement } from '../../database/sql/values.js';
import { type Stretch, stretchesByDuration, stretchesOf, together, within, withinAny } from './stretches.js';
import { earliest, secondAfter, type Window } from './window.js';

const IN_SERIES =
  "FROM events event WHERE event.seriesId IS NOT NULL AND event.status = 'publish' AND event.hidden = FALSE";

/** SQL of the series of which a listed event lies in a window, each once. */
export function seriesIn(window: Window, onSqlite: boolean): Statement {
  const parts = together(stretchesOf(window), onSqlite).map((some) => {
    const [{ durationClass, ...only }] = some as [Stretch];
    return durationClass === undefined ? beginningIn(only, onSqlite) : withEventsIn(some);
  });
  return united(parts);
}

/** Those of which an event is in any of some stretches: each is looked at. */
function withEventsIn(stretches: readonly Stretch[]): Statement {
  const { sql, values } = withinAny('event', stretches);
  return { sql: `SELECT DISTINCT event.seriesId AS id ${IN_SERIES} AND ${sql}`, values };
}

const united = (parts: readonly Statement[]): Statement => ({
  sql: parts.map(({ sql }) => sql).join(' UNION '),
  values: parts.flatMap(({ values }) => values),
});

/**
 * Those of which an event begins in a stretch, by a look at the index for each series: with the first start of each a
 * server does not look at each event. What begins there and ends too late is told apart from the others.
 */
function beginningIn({ startFrom, startTo, endTo }: Stretch, onSqlite: boolean): Statement {
  const last = earliest(startTo, endTo);
  const begin = within('event', { startFrom, startTo: last });
  const first = `SELECT event.seriesId AS id, MIN(event.startUtc) AS startUtc ${IN_SERIES} AND ${begin.sql} GROUP BY event.seriesId`;
  const all = { sql: `SELECT first.id FROM (${first}) first`, values: begin.values };
  const late = endTo ? stretchesByDuration({ startFrom, startTo: last, endFrom: secondAfter(endTo) }) : [];
  if (late.length === 0) return all;
  const lateOnes = united(together(late, onSqlite).map(withEventsIn));
  const inTime = within('event', { startFrom, startTo, endTo });
  const onlyLate =
    `SELECT late.id FROM (${lateOnes.sql}) late ` +
    `WHERE (SELECT COUNT(*) ${IN_SERIES} AND event.seriesId = late.id AND ${inTime.sql}) = 0`;
  return {
    sql: `${all.sql} WHERE first.id NOT IN (${onlyLate})`,
    values: [...all.values, ...lateOnes.values, ...inTime.values],
  };
}
