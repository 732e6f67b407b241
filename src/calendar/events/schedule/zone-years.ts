import { selectNamedInWorker } from '../../../database/sql/statements.js';
import { type SelectBuilder } from '../../../database/sql/select-builder.js';
import { type ZoneYear } from '../../list/entries.js';
import { type Event } from '../event.entity.js';
import { storedBaseValues } from './base-values.js';
import { storedRecurrence } from './stored-recurrence.js';

/** Number of years for which transitions are listed for series without an end. */
const YEARS_AHEAD = 10;

interface Row extends Pick<Event, 'timezone' | 'recurrence' | 'baseValues'> {
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
    `CASE WHEN event.baseValues LIKE '%"startWall":%' THEN event.baseValues END AS baseValues`,
  ];
  // The other dates of a series may have times although its record has none.
  const timed = rows.copy().andWhere('(event.allDay = FALSE OR event.baseValues IS NOT NULL)').sql({ columns });
  const now = new Date().getUTCFullYear();
  const ahead = Array.from({ length: YEARS_AHEAD }, (_, offset) => now + offset);
  return (await selectNamedInWorker<Row>(rows.manager, timed)).flatMap((row) => {
    const { first } = storedRecurrence(row) ?? {};
    const { timezone = row.timezone, startWall, endWall } = storedBaseValues(row)?.columns ?? {};
    const ofSeries = [first?.start, startWall, endWall].flatMap((local) => (local ? Number(local.slice(0, 4)) : []));
    const inZone = (zone: string, years: readonly number[]) => years.map((year) => ({ timezone: zone, year }));
    return [
      ...inZone(row.timezone, [Number(row.startYear), Number(row.endYear)]),
      ...inZone(timezone, [...ofSeries, ...(row.isUnfinished ? ahead : [])]),
    ];
  });
}
