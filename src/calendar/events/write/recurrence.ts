import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { type RequestContext } from '../../../http/request-context.js';
import { type Site } from '../../../http/urls/site.js';
import { movedExdates, seriesError } from '../../../lib/recurrence/occurrences.js';
import { millisecondsBetween, addMilliseconds } from '../../../lib/datetime/moment.js';
import { type Recurrence } from '../../../lib/recurrence/recurrence.js';
import { type UpdateEventDto } from '../event.dto.js';
import { EVENT } from '../event.names.js';
import { isVisibleParent } from '../event.presenter.js';
import { type EventWithRelations } from '../relations/relations.js';
import { type Scheduled } from '../schedule/schedule.js';
import {
  firstOf,
  isOccurrence,
  type Repeated,
  publicRecurrence,
  seriesRule,
  storedRecurrence,
  requestedTimes,
  representedTimes,
} from '../schedule/stored-recurrence.js';

/** The recurrence of an event after a write, as it is stored. Adds an error if it is invalid. */
export function resolveRecurrence(
  current: EventWithRelations | undefined,
  { recurrence: asked }: UpdateEventDto,
  scheduled: Scheduled | undefined,
  { urls, seriesHorizon }: Site,
  { language, caller }: RequestContext,
  errors: FieldErrors,
): string | null {
  const before = current?.recurrence ?? null;
  if (current && isOccurrence(current)) {
    const { parent } = current;
    const route = parent && isVisibleParent(parent, { caller }) ? urls.record(language, EVENT, parent.id) : undefined;
    if (asked) errors.add('recurrence', (messages) => messages.recurrenceOfSeries(route));
    return before;
  }
  const currentRecurrence = current && publicRecurrence(current);
  const recurrence = asked === undefined ? currentRecurrence : asked;
  if (!recurrence || !scheduled) return null;
  const { times } = scheduled;
  const next = { ...recurrence, ...seriesAnchor(current, recurrence, scheduled) };
  const after = JSON.stringify(next);
  const isMoved = times.startWall !== current?.startWall || times.timezone !== current.timezone;
  if (after === before && !isMoved) return before;
  const rule = seriesRule({ ...times, recurrence: after });
  const horizon = { now: new Date(), months: seriesHorizon };
  const error = seriesError(rule, horizon);
  if (error) errors.add('recurrence', error);
  if (error || !current || JSON.stringify(recurrence) !== JSON.stringify(currentRecurrence)) return after;
  return JSON.stringify({ ...next, exdates: movedExdates(seriesRule(current), rule, horizon) });
}

/**
 * The first date, from which the rule of a series counts, and the start of its representative. If a later date
 * represents the series, both move by the same difference; if the new rule does not contain that date, the series
 * starts with it.
 */
function seriesAnchor(
  current: EventWithRelations | undefined,
  recurrence: Recurrence,
  scheduled: Scheduled,
): Pick<Recurrence, 'first' | 'stand'> {
  const { times, requested } = scheduled;
  const stand = current && storedRecurrence(current)?.stand;
  if (!stand) return { first: skippedFirst(scheduled) };
  const was = requestedTimes(current);
  const [byStart, byEnd] = [
    millisecondsBetween(was.start, requested.start),
    millisecondsBetween(was.end, requested.end),
  ];
  const { start, end } = firstOf(current);
  const moved = {
    first: { start: addMilliseconds(start, byStart), end: addMilliseconds(end, byEnd) },
    stand: { ...stand, at: addMilliseconds(seriesRule(current).representativeStart, byStart) },
  };
  return hasRepresentative({ ...times, recurrence: JSON.stringify({ ...recurrence, ...moved }) })
    ? moved
    : { first: skippedFirst(scheduled), stand: { ...stand, at: requested.start } };
}

/** Whether the rule contains the date of the record. If it cannot be evaluated, `seriesError` reports that later. */
function hasRepresentative(series: Repeated): boolean {
  try {
    return representedTimes(series) !== undefined;
  } catch {
    return true;
  }
}

/** The start of the first date without the shift by skipped time, if it is shifted: all other dates have that time. */
function skippedFirst({ times, requested }: Scheduled): Recurrence['first'] {
  const isSkipped = requested.start !== times.startWall || requested.end !== times.endWall;
  return isSkipped && !times.allDay ? requested : undefined;
}
