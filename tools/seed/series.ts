import { timesOf } from '../../src/calendar/events/schedule/stored-recurrence.js';
import { type Event } from '../../src/calendar/events/event.entity.js';
import { utcText } from '../../src/lib/datetime/moment.js';
import { type Columns } from './bulk-insert.js';
import { type Plan } from './plan.js';

/** Number of occurrences of a weekly series. */
const SERIES_LENGTH = 50;

const WEEK = 7 * 24 * 60 * 60_000;

/** The position of an event in its series. */
export interface SeriesPosition {
  /** The id of the first occurrence. */
  readonly series: number;
  /** The index of the occurrence; 0 for the first. */
  readonly number: number;
  readonly length: number;
}

/** The position of an event in its series; undefined for a single event. Series are spread evenly over all events. */
export function positionOf(id: number, { occurrences = 0, events }: Plan): SeriesPosition | undefined {
  const block = Math.floor((id - 1) / SERIES_LENGTH);
  const seriesUpTo = (blocks: number) => Math.floor((blocks * occurrences) / 100);
  if (seriesUpTo(block + 1) === seriesUpTo(block)) return undefined;
  const series = block * SERIES_LENGTH + 1;
  const length = Math.min(SERIES_LENGTH, events - series + 1);
  return length > 1 ? { series, number: id - series, length } : undefined;
}

/** The columns of an occurrence: those of the first one, some weeks later. */
export function occurrenceColumns(
  id: number,
  { series, number, length }: SeriesPosition,
  first: Columns<Event>,
): Columns<Event> {
  if (number === 0) {
    const recurrence = JSON.stringify({ rrule: `FREQ=WEEKLY;COUNT=${length}`, exdates: [], rdates: [] });
    return { ...first, recurrence, seriesId: id, seriesDate: first.startWall.slice(0, 10) };
  }
  const [start, end] = [first.startWall, first.endWall].map((wall) => weeksAfter(wall, number)) as [string, string];
  const date = start.slice(0, 10);
  return {
    ...first,
    id,
    ...timesOf(first, { start, end }),
    parentId: series,
    seriesId: series,
    seriesDate: date,
  };
}

function weeksAfter(local: string, weeks: number): string {
  return utcText(new Date(Date.parse(`${local.replace(' ', 'T')}Z`) + weeks * WEEK));
}
