import { type EntityManager } from 'typeorm';
import { yieldAfterSlice } from '../../../database/database.js';
import { HOUR } from '../../../lib/datetime/durations.js';
import { dayNumber, daysBetween, dayText } from '../../../lib/datetime/days.js';
import { addMilliseconds, millisecondsBetween } from '../../../lib/datetime/moment.js';
import {
  planOccurrences,
  type Horizon,
  type Occurrence,
  type SeriesRule,
} from '../../../lib/recurrence/occurrences.js';
import { SeriesStarts } from '../../../lib/recurrence/series-starts.js';
import { type EventWithRelations } from '../relations/relations.js';
import { seriesRule, storedRecurrence } from '../schedule/stored-recurrence.js';
import { type EventChange, type StoredEvent, storedEvent, withColumns } from '../write/stored-event.js';
import { loadOccurrences, storeMembership, storeOccurrences } from './occurrences.js';
import {
  changedFields,
  inheritFromSeries,
  inTrash,
  isOverridden,
  NO_SERIES,
  type OverriddenField,
  RECURRENCE_OVERRIDDEN,
  withOverrides,
} from './overrides.js';
import { baseOf } from './own-values.js';

export interface SyncOptions {
  readonly horizon: Horizon;
  /** Whether the caller may change an occurrence: rights are checked for each record. */
  readonly mayEdit: (stored: StoredEvent) => boolean;
  /** Whether an imported series is edited in the calendar: if the edit ends it, later imports must not restart it. */
  readonly isGivenUp?: boolean;
  /** Whether all dates are moved by the same difference. */
  readonly isMoved?: boolean | undefined;
}

/**
 * Synchronizes the occurrences of a series with its rule: creates the missing ones, and gives the others all values that
 * they do not override. Occurrences that the rule no longer has go to the trash; if they have begun or have overrides, they
 * become plain events instead. Excluded dates always go to the trash, and follow the series there. The words are defined
 * in `docs/decisions/series.md`.
 * @param before undefined where the event is new
 * @param event the series, stored; gets its position in the series
 */
export async function syncSeries(
  manager: EntityManager,
  before: EventWithRelations | undefined,
  event: EventWithRelations,
  options: SyncOptions,
): Promise<void> {
  const { horizon, mayEdit, isMoved = false } = options;
  const was = before && (await baseOf(manager, storedEvent(before)));
  // Dates that a restored rule gives back to a single event are there before the rule.
  const existing = before ? await loadOccurrences(manager, event.id) : [];
  if (event.recurrence === null) return endSeries(manager, event, existing, options);
  const rule = seriesRule(event);
  const formerRule = before?.recurrence ? seriesRule(before) : undefined;
  const known = new Set(existing.map((stored) => stored.event.seriesDate!));
  const plan = planOccurrences(rule, horizon, known, formerRule);
  // The plan begins with the date of the record of the series, which is stored already.
  const [dateOfRecord, ...otherDates] = plan.occurrences;
  const match = matcher(formerRule ?? rule, rule, isMoved);
  const planned = match(existing, otherDates);
  const excluded = match(planned.unmatched, plan.excluded, { includesTrash: true });
  // Occurrences that the caller may not change stay in the trash, so that they do not return without a decision of
  // those who may: their dates are excluded too.
  const staying = planned.pairs.flatMap(({ occurrence, stored }) =>
    stored?.event.status === 'trash' && !mayEdit(stored) ? occurrence.date : [],
  );
  await storeMembership(manager, event, {
    seriesId: event.id,
    seriesDate: dateOfRecord!.date,
    extendAt: nextExtension(plan.extendAt, horizon),
    recurrence: withExclusions(event, staying),
  });
  const series = await baseOf(manager, storedEvent(event));
  const changed = was ? changedFields(was, series) : new Set<OverriddenField>();
  await storeOccurrences(manager, series, await changesOf(manager, series, { planned, excluded, changed }, options));
}

/** The existing events of a series, matched with its dates; the unmatched ones, matched with its excluded dates. */
interface MatchedSeries {
  readonly planned: Match;
  readonly excluded: Match;
  /** The fields of the series that the write has changed. */
  readonly changed: ReadonlySet<OverriddenField>;
}

/** Decides for each occurrence whether it is created, inherits from the series, moves to the trash or becomes a single event. */
async function changesOf(
  manager: EntityManager,
  series: StoredEvent,
  { planned, excluded, changed }: MatchedSeries,
  { horizon, mayEdit }: SyncOptions,
): Promise<EventChange[]> {
  // An occurrence that the caller may not change keeps its values as overrides.
  const withValuesKept = (stored: StoredEvent) =>
    withColumns(stored, { ownFields: withOverrides(stored.event, changed) });
  const changes: EventChange[] = [];
  for (const { occurrence, stored } of planned.pairs) {
    // Yields to other requests, since hundreds of occurrences take a while.
    await yieldAfterSlice(manager);
    const after = stored && !mayEdit(stored) ? withValuesKept(stored) : inheritFromSeries(series, stored, occurrence);
    changes.push({ before: stored, after });
  }
  for (const { occurrence, stored } of excluded.pairs) {
    if (!stored) continue;
    const unedited = () => (stored.event.status === 'trash' ? withValuesKept(stored) : detach(stored));
    changes.push({ before: stored, after: mayEdit(stored) ? inheritInTrash(series, stored, occurrence) : unedited() });
  }
  for (const stored of excluded.unmatched)
    changes.push({ before: stored, after: detachOrTrash(stored, horizon.now, mayEdit) });
  return changes;
}

/** Existing events of a series, matched with the occurrences of its changed rule. */
interface Match {
  readonly pairs: readonly { readonly occurrence: Occurrence; readonly stored: StoredEvent | undefined }[];
  readonly unmatched: readonly StoredEvent[];
}

/** A pass over the events and occurrences that are not matched yet: those with the same key belong together. */
interface Pass {
  readonly keyOfDate: (date: string) => string;
  readonly keyOf: (occurrence: Occurrence) => string;
  readonly isByDay?: boolean;
}

/**
 * Matches existing events with occurrences after the rule or the start of their series has changed, in passes from the
 * most to the least exact key: the moved start if all dates were moved alike, the date, the start, the day, and the day
 * plus the days by which the series was moved.
 * @returns a function; `includesTrash`: whether events in the trash take part in the passes by day
 */
function matcher(former: SeriesRule, rule: SeriesRule, isMoved: boolean) {
  const starts = new SeriesStarts(former);
  const [was, is] = [former.representativeStart, rule.representativeStart];
  const days = daysBetween(was, is);
  const startOf = (date: string) => starts.startOf(date);
  const movedStart = (date: string) => addMilliseconds(startOf(date), millisecondsBetween(was, is));
  const dayOf = ({ date }: Occurrence) => date.slice(0, 10);
  const passes: Pass[] = [
    ...(isMoved ? [{ keyOfDate: movedStart, keyOf: ({ start }: Occurrence) => start }] : []),
    { keyOfDate: (date) => date, keyOf: ({ date }) => date },
    { keyOfDate: startOf, keyOf: ({ start }) => start },
    { keyOfDate: (date) => date.slice(0, 10), keyOf: dayOf, isByDay: true },
    { keyOfDate: (date) => dayText(dayNumber(date) + days), keyOf: dayOf, isByDay: true },
  ];
  return (
    existing: readonly StoredEvent[],
    occurrences: readonly Occurrence[],
    { includesTrash = false } = {},
  ): Match => {
    const free = new Set(existing);
    const found = new Map<Occurrence, StoredEvent>();
    for (const { keyOfDate, keyOf, isByDay = false } of passes) {
      const byKey = new Map<string, StoredEvent[]>();
      for (const stored of free) {
        if (isByDay && !includesTrash && stored.event.status === 'trash') continue;
        const key = keyOfDate(stored.event.seriesDate!);
        byKey.set(key, [...(byKey.get(key) ?? []), stored]);
      }
      for (const occurrence of occurrences) {
        const stored = found.has(occurrence) ? undefined : byKey.get(keyOf(occurrence))?.shift();
        if (!stored) continue;
        found.set(occurrence, stored);
        free.delete(stored);
      }
    }
    const pairs = occurrences.map((occurrence) => ({ occurrence, stored: found.get(occurrence) }));
    return { pairs, unmatched: [...free] };
  };
}

function withExclusions(series: EventWithRelations, dates: readonly string[]): string | null {
  if (dates.length === 0) return series.recurrence;
  const recurrence = storedRecurrence(series)!;
  return JSON.stringify({ ...recurrence, exdates: [...new Set([...recurrence.exdates, ...dates])].sort() });
}

/** The time of the next check, at least an hour from now: since months differ in length, it could be in the past. */
function nextExtension(extendAt: Date | null, { now }: Horizon): Date | null {
  if (extendAt === null) return null;
  return new Date(Math.floor(Math.max(extendAt.getTime(), now.getTime() + HOUR) / 1000) * 1000);
}

function detachOrTrash(stored: StoredEvent, now: Date, mayEdit: SyncOptions['mayEdit']): StoredEvent {
  const isOwn = stored.event.startUtc < now || isOverridden(stored.event);
  return isOwn || !mayEdit(stored) ? detach(stored) : inTrash(stored);
}

/** Makes an occurrence a plain event; one in the trash stays unchanged. */
function detach(stored: StoredEvent): StoredEvent {
  return stored.event.status === 'trash' ? stored : withColumns(stored, NO_SERIES);
}

/** Moves an occurrence whose date is excluded to the trash, where it follows its series. */
function inheritInTrash(series: StoredEvent, stored: StoredEvent, occurrence: Occurrence): StoredEvent {
  const { status, trashedStatus } = inTrash(stored).event;
  return withColumns(inheritFromSeries(series, stored, occurrence), { status, trashedStatus });
}

/** Ends a series: its remaining events become single events. */
async function endSeries(
  manager: EntityManager,
  event: EventWithRelations,
  existing: readonly StoredEvent[],
  { horizon, mayEdit, isGivenUp }: SyncOptions,
): Promise<void> {
  const changes = existing.map((before) => ({
    before,
    after: withColumns(detachOrTrash(before, horizon.now, mayEdit), NO_SERIES),
  }));
  await storeOccurrences(manager, storedEvent(event), changes);
  const ownFields = isGivenUp ? RECURRENCE_OVERRIDDEN : event.ownFields;
  await storeMembership(manager, event, { seriesId: null, seriesDate: null, extendAt: null, ownFields });
}
