import { type SeriesRule } from '../../values/recurrence/occurrences.js';
import { inWholeDays, type Recurrence } from '../../values/recurrence/recurrence.js';
import { type Event } from '../event.entity.js';

/** How a series is stored to take place; undefined for other events. */
export function storedRecurrence({ recurrence }: Pick<Event, 'recurrence'>): Recurrence | undefined {
  return recurrence === null ? undefined : (JSON.parse(recurrence) as Recurrence);
}

/** What the occurrences of a series are made of. */
export function seriesRule(
  event: Pick<Event, 'recurrence' | 'startWall' | 'endWall' | 'timezone' | 'allDay'>,
): SeriesRule {
  const { startWall: start, endWall: end, timezone } = event;
  const recurrence = storedRecurrence(event)!;
  return { recurrence: event.allDay ? inWholeDays(recurrence) : recurrence, start, end, timezone };
}

/** Whether an event is one of a series, and not the series itself. */
export function isOccurrence({ id, seriesId }: Pick<Event, 'id' | 'seriesId'>): boolean {
  return seriesId !== null && seriesId !== id;
}
