import { type Occurrence } from '../../values/recurrence/occurrences.js';
import { type Member } from './member.js';

const DAY = 24 * 60 * 60_000;

/** Which events the occurrences of a series are, after its rule or its start has changed. */
export interface Matched {
  readonly pairs: readonly { readonly occurrence: Occurrence; readonly member: Member | undefined }[];
  /** Events for which there is no occurrence any more. */
  readonly others: readonly Member[];
}

/** How a series was before. */
export interface Former {
  /** When the occurrence of a date took place. */
  readonly startOf: (date: string) => string;
  /** Days by which its first occurrence was moved since. */
  readonly moved: number;
}

/**
 * An event is the occurrence of its date, or of its time where its day has more or fewer than before; else one of the same day,
 * whose time was changed with the series; else the one that lies as many days after its date as the whole series was moved.
 * @param alsoTrash whether an event in the trash is found like all others; else by its date or time alone
 */
export function match(
  members: readonly Member[],
  occurrences: readonly Occurrence[],
  { startOf, moved }: Former,
  alsoTrash = false,
): Matched {
  const free = new Set(members);
  const found = new Map<Occurrence, Member>();
  const dateOf = ({ event }: Member) => event.seriesDate ?? '';
  const pass = (key: (member: Member) => string, wanted: (occurrence: Occurrence) => string, withTrash = alsoTrash) => {
    const byKey = new Map<string, Member[]>();
    for (const member of free) {
      if (!withTrash && member.event.status === 'trash') continue;
      byKey.set(key(member), [...(byKey.get(key(member)) ?? []), member]);
    }
    for (const occurrence of occurrences) {
      if (found.has(occurrence)) continue;
      const member = byKey.get(wanted(occurrence))?.shift();
      if (!member) continue;
      found.set(occurrence, member);
      free.delete(member);
    }
  };
  pass(dateOf, ({ date }) => date, true);
  pass(
    (member) => startOf(dateOf(member)),
    ({ start }) => start,
    true,
  );
  pass(
    (member) => dateOf(member).slice(0, 10),
    ({ date }) => date.slice(0, 10),
  );
  if (moved !== 0)
    pass(
      (member) => daysAfter(dateOf(member), moved),
      ({ date }) => date.slice(0, 10),
    );
  return {
    pairs: occurrences.map((occurrence) => ({ occurrence, member: found.get(occurrence) })),
    others: [...free],
  };
}

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** From one wall clock reading's day to another's. */
export function daysBetween(one: string, other: string): number {
  return Math.round(
    (Date.parse(`${other.slice(0, 10)}T00:00:00Z`) - Date.parse(`${one.slice(0, 10)}T00:00:00Z`)) / DAY,
  );
}
