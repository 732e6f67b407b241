import { selectNamedInWorker } from '../../database/sql/statements.js';
import { type SelectBuilder } from '../../database/sql/select-builder.js';
import { type ZoneYear } from '../../list/entries.js';
import { type Event } from '../event.entity.js';
import { storedRecurrence } from './stored-recurrence.js';

/** Number of years for which transitions are listed for events without an end. */
const YEARS_AHEAD = 10;

/** The years in which events begin and end, in their zones. All-day events need no zone. */
export async function zoneYears(rows: SelectBuilder): Promise<ZoneYear[]> {
  const timed = rows.copy().andWhere('event.allDay = FALSE');
  const [starts, ends] = ['startWall', 'endWall'].map((column) =>
    timed.sql({ columns: ['event.timezone AS timezone', `SUBSTR(event.${column}, 1, 4) AS year`] }),
  );
  const condition = { sql: `${starts!.sql} UNION ${ends!.sql}`, parameters: starts!.parameters };
  const found = await selectNamedInWorker<{ timezone: string; year: string }>(rows.manager, condition);
  return found.map(({ timezone, year }) => ({ timezone, year: Number(year) }));
}

/**
 * The years of dates that are not stored as events but appear in recurring entries: future occurrences of unfinished
 * series, and the first date of series that another date represents.
 */
export async function yearsOfSeries(rows: SelectBuilder): Promise<ZoneYear[]> {
  const isHandedOn = `event.recurrence LIKE '%"stand":%'`;
  const series = rows.copy().andWhere(`event.allDay = FALSE AND (event.extendAt IS NOT NULL OR ${isHandedOn})`);
  const goesOn = 'event.extendAt IS NOT NULL AS goesOn';
  const handedOn = `CASE WHEN ${isHandedOn} THEN event.recurrence END AS recurrence`;
  const condition = series.sql({ columns: ['DISTINCT event.timezone AS timezone', goesOn, handedOn] });
  const found = await selectNamedInWorker<Found>(rows.manager, condition);
  const now = new Date().getUTCFullYear();
  const ahead = Array.from({ length: YEARS_AHEAD }, (_, place) => now + place);
  return found.flatMap((one) => {
    const { first } = storedRecurrence(one) ?? {};
    const years = [...(one.goesOn ? ahead : []), ...(first ? [Number(first.start.slice(0, 4))] : [])];
    return years.map((year) => ({ timezone: one.timezone, year }));
  });
}

type Found = Pick<Event, 'timezone' | 'recurrence'> & { readonly goesOn: number };
