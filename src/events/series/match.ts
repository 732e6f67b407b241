import { type Occurrence } from '../../recurrence/occurrences.js';
import { movedBy } from '../../datetime/moment.js';
import { dayNumber, dayText } from '../../datetime/days.js';
import { type StoredEvent } from '../write/stored-event.js';

/** Which events the occurrences of a series are, after its rule or its start has changed. */
export interface Matched {
  readonly pairs: readonly { readonly occurrence: Occurrence; readonly stored: StoredEvent | undefined }[];
  /** Events for which there is no occurrence any more. */
  readonly others: readonly StoredEvent[];
}

/** How a series was before. */
export interface PreviousRule {
  /** When the occurrence of a date took place. */
  readonly startOf: (date: string) => string;
  /** Days by which its first occurrence was moved since. */
  readonly moved: number;
  /** Milliseconds by which all its dates were moved, on the clock on the wall; undefined where not all were. */
  readonly movedBy?: number | undefined;
}

/**
 * Where all dates were moved alike, an event is what that makes of its date. Else it is the occurrence of its date, or of its time where its day has more or fewer than before; else one of the same day,
 * whose time was changed with the series; else the one that lies as many days after its date as the whole series was moved.
 * @param alsoTrash whether an event in the trash is found like all others; else by its date or time alone
 */
export function match(
  storedEvents: readonly StoredEvent[],
  occurrences: readonly Occurrence[],
  { startOf, moved, movedBy: difference }: PreviousRule,
  alsoTrash = false,
): Matched {
  const matching = new Matching(storedEvents, occurrences);
  const dayOf = ({ date }: Occurrence) => dayPart(date);
  if (difference !== undefined)
    matching.pair(
      (stored) => movedBy(startOf(dateOf(stored)), difference),
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

/** Matches occurrences with events, the most certain matches first. */
class Matching {
  private readonly free: Set<StoredEvent>;
  private readonly found = new Map<Occurrence, StoredEvent>();

  constructor(
    storedEvents: readonly StoredEvent[],
    private readonly occurrences: readonly Occurrence[],
  ) {
    this.free = new Set(storedEvents);
  }

  /** Pairs the unmatched ones whose keys are equal. */
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

  get result(): Matched {
    return {
      pairs: this.occurrences.map((occurrence) => ({ occurrence, stored: this.found.get(occurrence) })),
      others: [...this.free],
    };
  }
}

function dateOf({ event }: StoredEvent): string {
  return event.seriesDate ?? '';
}

/** The day of a date by the rule, which has a time where a day has several. */
function dayPart(date: string): string {
  return date.slice(0, 10);
}
