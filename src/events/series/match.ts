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
  { startOf, moved, movedBy: difference }: PreviousRule,
  alsoTrash = false,
): MatchResult {
  const matching = new Matching(storedEvents, occurrences);
  const dayOf = ({ date }: Occurrence) => dayPart(date);
  if (difference !== undefined)
    matching.pair(
      (stored) => addMilliseconds(startOf(dateOf(stored)), difference),
      ({ start }) => start,
      true,
    );
  matching.pair(dateOf, ({ date }) => date, true);
  matching.pair(
    (stored) => startOf(dateOf(stored)),
    ({ start }) => start,
    true,
  );
  matching.pair((stored) => dayPart(dateOf(stored)), dayOf, alsoTrash);
  if (moved !== 0) matching.pair((stored) => dayText(dayNumber(dateOf(stored)) + moved), dayOf, alsoTrash);
  return matching.result;
}

class Matching {
  private readonly free: Set<StoredEvent>;
  private readonly found = new Map<Occurrence, StoredEvent>();

  constructor(
    storedEvents: readonly StoredEvent[],
    private readonly occurrences: readonly Occurrence[],
  ) {
    this.free = new Set(storedEvents);
  }

  pair(keyOf: (stored: StoredEvent) => string, wanted: (occurrence: Occurrence) => string, withTrash: boolean): void {
    const byKey = new Map<string, StoredEvent[]>();
    for (const stored of this.free) {
      if (!withTrash && stored.event.status === 'trash') continue;
      const key = keyOf(stored);
      const same = byKey.get(key);
      if (same) same.push(stored);
      else byKey.set(key, [stored]);
    }
    for (const occurrence of this.occurrences) {
      if (this.found.has(occurrence)) continue;
      const stored = byKey.get(wanted(occurrence))?.shift();
      if (!stored) continue;
      this.found.set(occurrence, stored);
      this.free.delete(stored);
    }
  }

  get result(): MatchResult {
    return {
      pairs: this.occurrences.map((occurrence) => ({ occurrence, stored: this.found.get(occurrence) })),
      others: [...this.free],
    };
  }
}

function dateOf({ event }: StoredEvent): string {
  return event.seriesDate ?? '';
}

/** The day of a date by the rule, which may include a time. */
function dayPart(date: string): string {
  return date.slice(0, 10);
}
