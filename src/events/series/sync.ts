import { type EntityManager } from 'typeorm';
import { yieldToEventLoop } from '../../database/database.js';
import { differences } from '../../content/versioned-records.js';
import { millisecondsBetween } from '../../datetime/moment.js';
import { planOccurrences, type Horizon, type Occurrence, startOfRepresentative } from '../../recurrence/occurrences.js';
import { SeriesStarts } from '../../recurrence/series-starts.js';
import { daysBetween } from '../../datetime/days.js';
import { type LinkedEvent } from '../relations/relations.js';
import { inheritFromSeries } from './inherit-from-series.js';
import { loadOccurrences, storeMembership, storeOccurrences } from './occurrences.js';
import { type PreviousRule, matchOccurrences } from './match.js';
import {
  changedFields,
  inTrash,
  isOverridden,
  RECURRENCE_OVERRIDDEN,
  overriddenFieldsOf,
  serializeOverriddenFields,
  NO_SERIES,
} from './overrides.js';
import { type EventChange, type StoredEvent, storedEvent, withColumns } from '../write/stored-event.js';
import { seriesRule, storedRecurrence } from '../schedule/stored-recurrence.js';

export interface SyncOptions {
  readonly horizon: Horizon;
  /** Whether the caller may change an occurrence: rights are checked for each record. */
  readonly mayEdit: (stored: StoredEvent) => boolean;
  /** Whether an imported series is edited in the calendar: if the edit ends it, later imports must not restart it. */
  readonly isGivenUp?: boolean;
  readonly isMoved?: boolean;
}

/**
 * Synchronizes the occurrences of a series with its rule: creates the missing ones, and gives the others all values that
 * they do not override. Occurrences that the rule no longer has go to the trash; if they have begun or have overrides, they
 * become plain events instead. Excluded dates always go to the trash, and follow the series there.
 * @param before undefined where the event is new
 * @param event the series, stored; gets its position in the series
 */
export async function syncSeries(
  manager: EntityManager,
  before: LinkedEvent | undefined,
  event: LinkedEvent,
  { horizon, mayEdit, isGivenUp = false, isMoved = false }: SyncOptions,
): Promise<void> {
  const was = before && storedEvent(before);
  const storedEvents = before?.recurrence ? await loadOccurrences(manager, event.id) : [];
  if (event.recurrence === null) return endSeries(manager, event, storedEvents, { horizon, mayEdit, isGivenUp });
  const known = new Set(storedEvents.map((stored) => stored.event.seriesDate!));
  const oldRule = before?.recurrence ? seriesRule(before) : undefined;
  const plan = planOccurrences(seriesRule(event), horizon, known, oldRule);
  const [own, ...others] = plan.occurrences;
  const previous = previousRuleOf(event, oldRule, isMoved);
  const { pairs, others: left } = matchOccurrences(storedEvents, others, previous);
  // Occurrences that the caller may not change stay in the trash, so that they do not return without a decision of
  // those who may.
  const staying = pairs.flatMap(({ occurrence, stored }) =>
    stored?.event.status === 'trash' && !mayEdit(stored) ? occurrence.date : [],
  );
  await storeMembership(manager, event, {
    ...{ seriesId: event.id, seriesDate: own!.date },
    ...{ extendAt: nextExtension(plan.extendAt, horizon), recurrence: withExclusions(event, staying) },
  });
  const series = storedEvent(event);
  const changed = was ? changedFields(was, series) : new Set<string>();
  const following: EventChange[] = [];
  for (const { occurrence, stored } of pairs) {
    // Yields to other requests, since hundreds of occurrences take a while.
    await yieldToEventLoop(manager);
    const isKept = stored && !mayEdit(stored);
    const inherited = () => unlessSame(stored, inheritFromSeries(series, stored, occurrence));
    following.push({ before: stored, after: isKept ? pinOverrides(stored, changed) : inherited() });
  }
  const withoutDate = matchOccurrences(left, plan.excluded, previous, true);
  const excluded = withoutDate.pairs.flatMap(({ occurrence, stored }): EventChange | EventChange[] => {
    if (!stored) return [];
    if (mayEdit(stored))
      return { before: stored, after: unlessSame(stored, excludeOccurrence(series, stored, occurrence)) };
    return { before: stored, after: stored.event.status === 'trash' ? pinOverrides(stored, changed) : detach(stored) };
  });
  const gone = withoutDate.others.map((stored) => ({
    before: stored,
    after: detachOrTrash(stored, horizon.now, mayEdit),
  }));
  await storeOccurrences(manager, series, [...following, ...excluded, ...gone]);
}

function withExclusions(series: LinkedEvent, dates: readonly string[]): string | null {
  if (dates.length === 0) return series.recurrence;
  const recurrence = storedRecurrence(series)!;
  return JSON.stringify({ ...recurrence, exdates: [...new Set([...recurrence.exdates, ...dates])].sort() });
}

function previousRuleOf(event: LinkedEvent, rule = seriesRule(event), isMoved: boolean): PreviousRule {
  const starts = new SeriesStarts(rule);
  const [was, is] = [startOfRepresentative(rule), startOfRepresentative(seriesRule(event))];
  return {
    startOf: (date) => starts.startOf(date),
    moved: daysBetween(was, is),
    movedBy: isMoved ? millisecondsBetween(was, is) : undefined,
  };
}

/**
 * The time of the next check: at least an hour from now, since the horizon counts months of different lengths and could
 * otherwise give a time in the past.
 */
function nextExtension(extendAt: Date | null, { now }: Horizon): Date | null {
  if (extendAt === null) return null;
  return new Date(Math.floor(Math.max(extendAt.getTime(), now.getTime() + HOUR) / 1000) * 1000);
}

const HOUR = 60 * 60_000;

/** Returns `before` itself if nothing has changed, so that the occurrence is not written. */
function unlessSame(before: StoredEvent | undefined, after: StoredEvent): StoredEvent {
  if (!before) return after;
  const isMoved = Object.keys(differences(before.event, after.event)).length > 0;
  return isMoved || changedFields(before, after).size > 0 ? after : before;
}

/** An occurrence that the caller may not change keeps its values as overrides. */
function pinOverrides(stored: StoredEvent, changed: ReadonlySet<string>): StoredEvent {
  const ownFields = serializeOverriddenFields(new Set([...overriddenFieldsOf(stored.event), ...changed]));
  return ownFields === stored.event.ownFields ? stored : withColumns(stored, { ownFields });
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
function excludeOccurrence(series: StoredEvent, stored: StoredEvent, occurrence: Occurrence): StoredEvent {
  const { status, trashedStatus } = inTrash(stored).event;
  return withColumns(inheritFromSeries(series, stored, occurrence), { status, trashedStatus });
}

/** Ends a series: its remaining events become single events. */
async function endSeries(
  manager: EntityManager,
  event: LinkedEvent,
  storedEvents: readonly StoredEvent[],
  { horizon, mayEdit, isGivenUp }: SyncOptions,
): Promise<void> {
  const changes = storedEvents.map((before) => ({
    before,
    after: withColumns(detachOrTrash(before, horizon.now, mayEdit), NO_SERIES),
  }));
  await storeOccurrences(manager, storedEvent(event), changes);
  const ownFields = isGivenUp ? RECURRENCE_OVERRIDDEN : event.ownFields;
  await storeMembership(manager, event, { seriesId: null, seriesDate: null, extendAt: null, ownFields });
}
