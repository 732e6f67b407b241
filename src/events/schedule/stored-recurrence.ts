import { exdatesWithout, type SeriesRule } from '../../recurrence/occurrences.js';
import { inWholeDays, type Recurrence, type Span } from '../../recurrence/recurrence.js';
import { type Event } from '../event.entity.js';

/** How a series is stored to take place; undefined for other events. */
export function storedRecurrence({ recurrence }: Pick<Event, 'recurrence'>): Recurrence | undefined {
  return recurrence === null ? undefined : (JSON.parse(recurrence) as Recurrence);
}

/** The recurrence of a series as responses show it and bodies state it. */
export function saidRecurrence(series: Pick<Event, 'recurrence'>): Recurrence | undefined {
  const stored = storedRecurrence(series);
  if (!stored) return undefined;
  const { first: _first, stand: _stand, ...said } = stored;
  return said;
}

export type Repeated = Pick<Event, 'recurrence' | 'startWall' | 'endWall' | 'timezone' | 'allDay'>;

/** The rule and the times from which occurrences are made. */
export function seriesRule(event: Repeated): SeriesRule {
  const recurrence = storedRecurrence(event)!;
  const { allDay, timezone } = event;
  const { at } = recurrence.stand ?? {};
  return {
    recurrence: allDay ? inWholeDays(recurrence) : recurrence,
    ...firstOf(event),
    timezone,
    at: at && allDay ? inDays({ start: at, end: at }).start : at,
  };
}

/**
 * When the first date of a series is by the clock on the wall, or would be if the clocks did not skip that on its day. Of an event
 * that is no series, when it is itself.
 */
export function firstOf(series: Repeated): Span {
  const { startWall: start, endWall: end, allDay } = series;
  const { first, stand } = storedRecurrence(series) ?? {};
  // A series of whole days begins with its own start, unless another date represents the first one.
  if (allDay) return inDays((stand && first) ?? { start, end });
  return first ?? { start, end };
}

/** The same in whole days. */
export function inDays({ start, end }: Span): Span {
  return { start: `${start.slice(0, 10)} 00:00:00`, end: `${end.slice(0, 10)} 23:59:59` };
}

/** How a series takes place once what begins at a wall clock reading is no longer left out. */
export function takingPlace(series: Repeated, local: string): Recurrence {
  const recurrence = storedRecurrence(series)!;
  const left = exdatesWithout(seriesRule(series), local);
  // For whole days, times that were stated explicitly are kept.
  const exdates = series.allDay ? recurrence.exdates.filter((exdate) => left.includes(exdate.slice(0, 10))) : left;
  return { ...recurrence, exdates };
}

/** Whether a record represents a series that began with another one. */
export function hasStandIn(series: Pick<Event, 'recurrence'>): boolean {
  return storedRecurrence(series)?.stand !== undefined;
}

/** Whether an event is one of a series, and not the series itself. */
export function isOccurrence({ id, seriesId }: Pick<Event, 'id' | 'seriesId'>): boolean {
  return seriesId !== null && seriesId !== id;
}
