import { type Occurrence } from '../../recurrence/occurrences.js';
import { addMilliseconds } from '../../datetime/moment.js';
import { dayNumber, dayText } from '../../datetime/days.js';
import { type StoredEvent } from '../write/stored-event.js';

/** Existing events of a series, matched with the occurrences of its changed rule. `others` are the unmatched events. */
export interface MatchResult {
  readonly pairs: readonly { readonly occurrence: Occurrence; readonly stored: StoredEvent | undefined }[];
  readonly others: readonly StoredEvent[];
}

export interface PreviousRule {
  /** The former start of the occurrence of a date. */
  readonly startOf: (date: string) => string;
  /** Number of days by which its first occurrence was moved. */
  readonly moved: number;
  /** Milliseconds in local time by which all its dates were moved; undefined if they were not all moved alike. */
  readonly movedBy?: number | undefined;
}

/**
 * Matches the existing events of a series with its occurrences after its rule or start has changed, in passes from the
 * most to the least exact key: the moved start if all dates were moved alike, the date, the start, the day, and the day
 * plus the days by which the series was moved.
 * @param alsoTrash whether events in the trash take part in the passes by day
 */
export function matchOccurrences(
  storedEvents: readonly StoredEvent[],
  occurrences: readonly Occurrence[],
  { startOf, moved, movedBy }: PreviousRule,
  alsoTrash = false,
): MatchResult {
  const free = new Set(storedEvents);
  const found = new Map<Occurrence, StoredEvent>();
  /** Pairs the events and occurrences that are still free and have the same key. */
  const pair = (keyOf: (date: string) => string, wanted: (occurrence: Occurrence) => string, withTrash = true) => {
    const byKey = new Map<string, StoredEvent[]>();
    for (const stored of free) {
      if (!withTrash && stored.event.status === 'trash') continue;
      const key = keyOf(stored.event.seriesDate ?? '');
      byKey.set(key, [...(byKey.get(key) ?? []), stored]);
    }
    for (const occurrence of occurrences) {
      const stored = found.has(occurrence) ? undefined : byKey.get(wanted(occurrence))?.shift();
      if (!stored) continue;
      found.set(occurrence, stored);
      free.delete(stored);
    }
  };
  const dayOf = ({ date }: Occurrence) => date.slice(0, 10);
  if (movedBy !== undefined)
    pair(
      (date) => addMilliseconds(startOf(date), movedBy),
      ({ start }) => start,
    );
  pair(
    (date) => date,
    ({ date }) => date,
  );
  pair(startOf, ({ start }) => start);
  pair((date) => date.slice(0, 10), dayOf, alsoTrash);
  if (moved !== 0) pair((date) => dayText(dayNumber(date) + moved), dayOf, alsoTrash);
  return {
    pairs: occurrences.map((occurrence) => ({ occurrence, stored: found.get(occurrence) })),
    others: [...free],
  };
}
