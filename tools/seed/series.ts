import { timesOf } from '../../src/events/schedule/stored-recurrence.js';
import { type Event } from '../../src/events/event.entity.js';
import { utcText } from '../../src/datetime/moment.js';
import { type Columns } from './bulk-insert.js';
import { type Plan } from './plan.js';

/** Events of a series, weekly. */
const LENGTH = 50;

const WEEK = 7 * 24 * 60 * 60_000;

/** Where an event stands in its series. */
export interface Place {
  /** The id of the first one. */
  readonly series: number;
  /** 0 of the first one. */
  readonly number: number;
  readonly length: number;
}

/** Series are spread evenly over all events; undefined of an event that takes place once. */
export function placeOf(id: number, { occurrences = 0, events }: Plan): Place | undefined {
  const block = Math.floor((id - 1) / LENGTH);
  const seriesUpTo = (blocks: number) => Math.floor((blocks * occurrences) / 100);
  if (seriesUpTo(block + 1) === seriesUpTo(block)) return undefined;
  const series = block * LENGTH + 1;
  const length = Math.min(LENGTH, events - series + 1);
  return length > 1 ? { series, number: id - series, length } : undefined;
}

/** An event of a series: what the first one is, some weeks later. */
export function memberColumns(id: number, { series, number, length }: Place, first: Columns<Event>): Columns<Event> {
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

function weeksAfter(wall: string, weeks: number): string {
  return utcText(new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + weeks * WEEK));
}
