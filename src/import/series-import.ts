import { type EntityManager } from 'typeorm';
import { type SharedRecords } from '../resources/shared-records.js';
import { tableOf } from '../database/rows/table.js';
import { Event } from '../events/event.entity.js';
import { type LinkedEvent, loadEvents } from '../events/links/load.js';
import { storedRecurrence } from '../events/times/stored-recurrence.js';
import { dateWithTime, type Recurrence } from '../values/recurrence/recurrence.js';
import { type Occurrence } from './record.js';

/** What has become of an event. */
export type SeriesOutcome = 'created' | 'updated' | 'unchanged' | 'trashed';

/** The events of a series by their ids, as far as their reports go. */
export type SeriesState = ReadonlyMap<number, SeriesEvent>;

type SeriesEvent = Pick<Event, 'revision' | 'status'>;

/** @param series undefined where it is not in the calendar yet */
export async function seriesState(manager: EntityManager, series: LinkedEvent | undefined): Promise<SeriesState> {
  if (!series) return new Map();
  const rows = await tableOf(manager, Event).select(
    manager,
    { seriesId: series.id },
    { columns: ['id', 'revision', 'status'] },
  );
  const states = [series, ...rows].map(({ id, revision, status }): [number, SeriesEvent] => [id, { revision, status }]);
  return new Map(states);
}

/** What has changed from one state to another; what is in the trash and was is not told. */
export function outcomesOf(before: SeriesState, after: SeriesState): SeriesOutcome[] {
  return [...after].flatMap(([id, { revision, status }]): SeriesOutcome[] => {
    const was = before.get(id);
    if (status === 'trash') return was && was.status !== 'trash' ? ['trashed'] : [];
    if (!was) return ['created'];
    return [was.revision === revision ? 'unchanged' : 'updated'];
  });
}

/** What a file says of a series, without the dates that somebody has taken out in the calendar. */
export function withKnownExdates(recurrence: Recurrence, current: LinkedEvent | undefined): Recurrence {
  const known = (current && storedRecurrence(current)?.exdates) ?? [];
  return { ...recurrence, exdates: [...new Set([...known, ...recurrence.exdates])].sort() };
}

/**
 * The events of a series that a file says something else of, with that.
 * @param changed by the wall clock readings that they have by the rule
 */
export async function changedMembers(
  manager: EntityManager,
  series: LinkedEvent,
  changed: ReadonlyMap<string, Occurrence>,
  shared: SharedRecords,
): Promise<{ readonly event: LinkedEvent; readonly occurrence: Occurrence }[]> {
  if (changed.size === 0) return [];
  const rows = await tableOf(manager, Event).select(
    manager,
    { seriesId: series.id },
    { columns: ['id', 'seriesDate', 'status'] },
  );
  const byDate = new Map<string, Occurrence>();
  for (const [wall, occurrence] of changed)
    for (const date of [wall.slice(0, 10), dateWithTime(wall)]) byDate.set(date, occurrence);
  const wanted = new Map<number, Occurrence>();
  for (const { id, seriesDate, status } of rows) {
    const occurrence = byDate.get(seriesDate!);
    // What somebody has put in the trash stays there.
    if (occurrence && id !== series.id && status !== 'trash') wanted.set(id, occurrence);
  }
  const events = await loadEvents(manager, [...wanted.keys()], shared);
  return events.map((event) => ({ event, occurrence: wanted.get(event.id)! }));
}
