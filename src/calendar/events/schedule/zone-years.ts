import { selectNamedInWorker } from '../../../database/sql/statements.js';
import { type SelectBuilder } from '../../../database/sql/select-builder.js';
import { type ZoneYear } from '../../list/entries.js';
import { type Event } from '../event.entity.js';
import { storedRecurrence } from './stored-recurrence.js';

/** Number of years for which transitions are listed for series without an end. */
const YEARS_AHEAD = 10;

interface Row extends Pick<Event, 'timezone' | 'recurrence'> {
  readonly startYear: string;
  readonly endYear: string;
  readonly isUnfinished: number;
}

/**
 * The years in which events begin and end, in their zones; also those of dates that are only part of recurring entries:
 * future dates of unfinished series, and the first date of series that another date represents. All-day events need no
 * zone.
 */
export async function zoneYears(rows: SelectBuilder): Promise<ZoneYear[]> {
  const columns = [
    'DISTINCT event.timezone AS timezone, event.extendAt IS NOT NULL AS isUnfinished',
    'SUBSTR(event.startWall, 1, 4) AS startYear, SUBSTR(event.endWall, 1, 4) AS endYear',
    `CASE WHEN event.recurrence LIKE '%"stand":%' THEN event.recurrence END AS recurrence`,
  ];
  const timed = rows.copy().andWhere('event.allDay = FALSE').sql({ columns });
  const now = new Date().getUTCFullYear();
  const ahead = Array.from({ length: YEARS_AHEAD }, (_, offset) => now + offset);
  return (await selectNamedInWorker<Row>(rows.manager, timed)).flatMap((row) => {
    const { first } = storedRecurrence(row) ?? {};
    const years = [row.startYear, row.endYear, ...(first ? [first.start.slice(0, 4)] : [])].map(Number);
    return [...years, ...(row.isUnfinished ? ahead : [])].map((year) => ({ timezone: row.timezone, year }));
  });
}
