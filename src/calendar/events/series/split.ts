import { type EntityManager } from 'typeorm';
import { OptimisticLockError } from '../../../database/database-errors.js';
import { mayEdit } from '../../records/visibility/access.js';
import { type Caller } from '../../../http/role.js';
import { type SplitRecurrences, splitRecurrence } from '../../../lib/recurrence/split-recurrence.js';
import { rdateTimes, type Recurrence, type LocalInterval } from '../../../lib/recurrence/recurrence.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import { daysBetween } from '../../../lib/datetime/days.js';
import { type EventWithRelations } from '../relations/relations.js';
import { seriesColumns } from '../schedule/base-values.js';
import { seriesRule, withoutExclusion, isByRule } from '../schedule/stored-recurrence.js';
import { type EventChange, type EventRow, type StoredEvent, withColumns } from '../write/stored-event.js';
import { loadOccurrences, storeMembership, storeOccurrences, storeRecurrence } from './occurrences.js';
import { inheritFromSeries, NO_SERIES, ownFieldsOf, RECURRENCE_OVERRIDDEN, withOverrides } from './overrides.js';

/**
 * Ends a series before one of its occurrences, which begins a new series with all later ones. These get the values of
 * that occurrence, except for the fields that they override.
 */
export async function splitSeries(
  manager: EntityManager,
  series: EventWithRelations,
  { id, seriesDate }: EventWithRelations,
  caller: Caller,
): Promise<void> {
  const rule = seriesRule(series);
  const starts = new SeriesStarts(rule);
  const startOf = ({ event }: StoredEvent) => starts.startOf(event.seriesDate!);
  const occurrences = await loadOccurrences(manager, series.id);
  const first = occurrences.find(({ event }) => event.id === id);
  // Another write has taken it out of the series since it was read.
  if (!first) throw new OptimisticLockError();
  const overridden = ownFieldsOf(first.event);
  // Compares dates by the rule, even if occurrences were moved.
  const at = startOf(first);
  const last = occurrences.map(startOf).sort().at(-1)!;
  const divided = splitRecurrence(rule, seriesDate!, last);
  const { before, after } = seriesColumns(series).allDay ? inDaysAlone(divided, rule) : divided;
  await endBefore(manager, series, before);
  const model = withColumns(first, newSeriesColumns(first.event, after, at));
  const changes = occurrences.map((stored): EventChange => {
    if (stored === first) return { before: stored, after: model };
    const isLater = startOf(stored) > at;
    // A part without a rule has one occurrence that takes place; all others are in the trash and leave the series.
    if ((isLater ? after : before) === null) return { before: stored, after: withColumns(stored, NO_SERIES) };
    if (!isLater) return { before: stored, after: stored };
    return { before: stored, after: mayEdit(stored.event, caller) ? following(model, stored) : pinned(stored) };
  });
  // The texts are compared with the new series, since texts in a language that the old one lacks are overrides.
  await storeOccurrences(manager, model, changes, { id, departure: 'part' });

  /** Moves an occurrence that the caller may not change to the new series, with its values stored as overrides. */
  function pinned(stored: StoredEvent): StoredEvent {
    const ownFields = withOverrides(stored.event, overridden);
    return withColumns(stored, { seriesId: id, parentId: id, ownFields });
  }
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

/** Stores the recurrence of the earlier part. With null, only the date of the record is left: a single event. */
async function endBefore(manager: EntityManager, series: EventWithRelations, before: Recurrence | null): Promise<void> {
  if (before === null)
    await storeMembership(manager, series, { seriesId: null, seriesDate: null, ownFields: null, baseValues: null });
  const isImported = series.externalId !== null;
  const columns = {
    extendAt: null,
    ...(isImported && { ownFields: withOverrides(series, [RECURRENCE_OVERRIDDEN]) }),
  };
  await storeRecurrence(manager, series, before, columns);
}

/** The columns of the first event of the new series, which by the rule begins at `at`, even if it was moved. */
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
