import { type EntityManager } from 'typeorm';
import { type LinkedRecordCache } from '../../resource/linked-record-cache.js';
import { Forbidden } from '../../errors/api-error.js';
import { OptimisticLockError } from '../../database/database-errors.js';
import { mayEdit } from '../../content/access.js';
import { updateRecord } from '../../content/versioned-records.js';
import { type Caller } from '../../http/calendar-request.js';
import { type SplitRecurrences, splitRecurrence } from '../../recurrence/split-recurrence.js';
import { rdateTimes, type Recurrence, type LocalInterval } from '../../recurrence/recurrence.js';
import { SeriesStarts } from '../../recurrence/series-starts.js';
import { daysBetween } from '../../datetime/days.js';
import { truncateToSeconds } from '../../datetime/moment.js';
import { Event } from '../event.entity.js';
import { type LinkedEvent, loadEvents } from '../relations/relations.js';
import { seriesRule, withoutExclusion, isByRule } from '../schedule/stored-recurrence.js';
import { inheritFromSeries } from './inherit-from-series.js';
import { loadOccurrences, storeMembership, storeOccurrences } from './occurrences.js';
import { RECURRENCE_OVERRIDDEN, overriddenFieldsOf, serializeOverriddenFields, NO_SERIES } from './overrides.js';
import { type EventChange, type EventRow, type StoredEvent, withColumns } from '../write/stored-event.js';

/**
 * Ends a series before one of its occurrences, which begins a new series with all later ones. These get the values of
 * that occurrence, except for the fields that they override.
 * @returns the new series
 * @throws {Forbidden} if the caller may not change the old one
 */
export async function splitSeries(
  manager: EntityManager,
  { id, seriesId, seriesDate }: LinkedEvent,
  caller: Caller,
  linkedRecords: LinkedRecordCache,
): Promise<LinkedEvent> {
  const [series] = await loadEvents(manager, [seriesId!], linkedRecords);
  if (!series?.recurrence) throw new OptimisticLockError();
  if (!mayEdit(series, caller)) throw new Forbidden();
  const storedEvents = await loadOccurrences(manager, series.id);
  const first = storedEvents.find(({ event }) => event.id === id)!;
  const starts = new SeriesStarts(seriesRule(series));
  const at = starts.startOf(seriesDate!);
  const later = storedEvents.filter(({ event }) => starts.startOf(event.seriesDate!) > at);
  // Compares dates by the rule, even if occurrences were moved.
  const last =
    later
      .map(({ event }) => starts.startOf(event.seriesDate!))
      .sort()
      .at(-1) ?? at;
  const divided = splitRecurrence(seriesRule(series), seriesDate!, last);
  const { before, after } = series.allDay ? inDaysAlone(divided, seriesRule(series)) : divided;
  await endBefore(manager, series, before);
  const model = withColumns(first, newSeriesColumns(first.event, after, at));
  const changes = storedEvents.map((stored): EventChange => {
    if (stored === first) return { before: stored, after: model };
    const isLater = later.includes(stored);
    // A part without a rule has one occurrence that takes place; all others are in the trash and leave the series.
    if ((isLater ? after : before) === null) return { before: stored, after: withColumns(stored, NO_SERIES) };
    if (!isLater) return { before: stored, after: stored };
    const follower = mayEdit(stored.event, caller) ? following(model, stored) : moveWithValues(model, stored, first);
    return { before: stored, after: follower };
  });
  // The texts are compared with the new series, since texts in a language that the old one lacks are overrides.
  await storeOccurrences(manager, model, changes);
  const [begun] = await loadEvents(manager, [id], linkedRecords);
  return begun!;
}

/** Removes the times from the additional dates of an all-day series, unless their duration differs from the rule. */
function inDaysAlone({ before, after }: SplitRecurrences, rule: LocalInterval): SplitRecurrences {
  const shown = (recurrence: Recurrence, { start, end }: LocalInterval): Recurrence => ({
    ...recurrence,
    rdates: recurrence.rdates.map((rdate) => {
      const added = rdateTimes(rdate, '00:00:00');
      const isAsLong = added.end === undefined || daysBetween(added.start, added.end) === daysBetween(start, end);
      return isAsLong ? added.start.slice(0, 10) : rdate;
    }),
  });
  return { before: before && shown(before, rule), after: after && shown(after, after.first!) };
}

/** Stores the recurrence of the earlier part. With null, the series becomes a single event: its first occurrence. */
async function endBefore(manager: EntityManager, series: LinkedEvent, before: Recurrence | null): Promise<void> {
  if (before === null) await storeMembership(manager, series, { seriesId: null, seriesDate: null });
  await updateRecord<Event>(manager, Event, series, {
    recurrence: before && JSON.stringify(before),
    extendAt: null,
    modifiedAt: truncateToSeconds(new Date()),
    ...(series.externalId !== null && { ownFields: RECURRENCE_OVERRIDDEN }),
  });
}

/**
 * The columns that make an event the first one of the new series.
 * @param at its start by the rule, from which it may have been moved, even to an excluded day
 */
function newSeriesColumns(event: EventRow, after: Recurrence | null, at: string): Partial<EventRow> {
  if (after === null) return NO_SERIES;
  const { start, end } = after.first!;
  const isMoved = event.startWall !== start || event.endWall !== end;
  const first = isMoved && !event.allDay && isByRule(event, after.first!) ? after.first : undefined;
  const recurrence = [at, event.startWall].reduce(
    (text, local) => JSON.stringify(withoutExclusion({ ...event, recurrence: text }, local)),
    JSON.stringify({ ...after, first }),
  );
  return { parentId: null, ownFields: null, seriesId: event.id, recurrence };
}

/** An occurrence with the values of the new series. It keeps its own times and, in the trash, its status. */
function following(series: StoredEvent, stored: StoredEvent): StoredEvent {
  const { seriesDate, startWall, endWall, startUtc, endUtc, timezone, allDay, status, trashedStatus } = stored.event;
  const derived = inheritFromSeries(series, stored, { date: seriesDate!, start: startWall, end: endWall });
  const times = { startWall, endWall, startUtc, endUtc, timezone, allDay };
  return withColumns(derived, status === 'trash' ? { ...times, status, trashedStatus } : times);
}

/** Moves an occurrence that the caller may not change to the new series, with its values stored as overrides. */
function moveWithValues({ event: { id } }: StoredEvent, stored: StoredEvent, first: StoredEvent): StoredEvent {
  const ownFields = serializeOverriddenFields(
    new Set([...overriddenFieldsOf(stored.event), ...overriddenFieldsOf(first.event)]),
  );
  return withColumns(stored, { seriesId: id, parentId: id, ownFields });
}
