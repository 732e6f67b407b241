import { askInWorker } from '../../database/sql/query-in-worker.js';
import { type Rows } from '../../database/sql/rows.js';
import { type ZoneYear } from '../../list/entries.js';
import { type Event } from '../event.entity.js';
import { storedRecurrence } from './stored-recurrence.js';

/** Years for which programs are told the clocks of what goes on without end. */
const YEARS_AHEAD = 10;

/** The years in which events begin and end, on the clocks of their zones; whole days go by no clock. */
export async function zoneYears(rows: Rows): Promise<ZoneYear[]> {
  const timed = rows.copy().andWhere('event.allDay = FALSE');
  const [starts, ends] = ['startWall', 'endWall'].map((column) =>
    timed.sql({ columns: ['event.timezone AS timezone', `SUBSTR(event.${column}, 1, 4) AS year`] }),
  );
  const condition = { sql: `${starts!.sql} UNION ${ends!.sql}`, parameters: starts!.parameters };
  const found = await askInWorker<{ timezone: string; year: string }>(rows.manager, condition);
  return found.map(({ timezone, year }) => ({ timezone, year: Number(year) }));
}

/** The years with which series begin for which a later date stands: the first one may be gone. */
export async function yearsBegun(rows: Rows): Promise<ZoneYear[]> {
  const condition = rows.copy().andWhere(`event.allDay = FALSE AND event.recurrence LIKE '%"stand":%'`);
  const { sql, parameters } = condition.sql({
    columns: ['event.timezone AS timezone', 'event.recurrence AS recurrence'],
  });
  const found = await askInWorker<ZoneYear & Pick<Event, 'recurrence'>>(rows.manager, { sql, parameters });
  return found.flatMap((series) => {
    const { first } = storedRecurrence(series) ?? {};
    return first ? { timezone: series.timezone, year: Number(first.start.slice(0, 4)) } : [];
  });
}

/** The years in which those of some events that have no end yet will take place again. */
export async function yearsAhead(rows: Rows): Promise<ZoneYear[]> {
  const endless = rows.copy().andWhere('event.allDay = FALSE AND event.extendAt IS NOT NULL');
  const condition = endless.sql({ columns: ['DISTINCT event.timezone AS timezone'] });
  const found = await askInWorker<{ timezone: string }>(rows.manager, condition);
  const first = new Date().getUTCFullYear();
  const years = Array.from({ length: YEARS_AHEAD }, (_, place) => first + place);
  return found.flatMap(({ timezone }) => years.map((year) => ({ timezone, year })));
}
