import { type Event } from '../event.entity.js';
import { PRICES } from '../cost/cost.js';
import { ATTENDANCES, EVENT_STATUSES } from '../states.js';
import { linkCopy } from './link-row.js';

/** What an event may be of which numbers by day are kept: the value is their `narrowedBy`, so that no two are called alike. */
export interface CountedState {
  readonly column: 'eventStatus' | 'attendance' | 'price';
  readonly values: readonly string[];
  /** What nearly all are, and no numbers are kept of: all the others, taken off. */
  readonly usual?: string;
  /** Whether events that a password protects do not count, since not everybody finds them by it. */
  readonly isMasked: boolean;
}

export const COUNTED_STATES: readonly CountedState[] = [
  { column: 'eventStatus', values: EVENT_STATUSES, usual: 'scheduled', isMasked: false },
  { column: 'attendance', values: ATTENDANCES, usual: 'offline', isMasked: false },
  { column: 'price', values: PRICES, isMasked: true },
];

/** The `narrowedBy` of the events of an account. */
export const OF_AUTHOR = 'author';

/** The `narrowedBy` of the events of all series. */
export const OF_SERIES = 'series';

/** The values by which a listed event counts. */
export function countedStatesOf(event: Stateful): string[] {
  const isOpen = linkCopy(event).listed;
  return COUNTED_STATES.flatMap(({ column, usual, isMasked }) => {
    const value = event[column];
    return value === null || value === usual || (isMasked && !isOpen) ? [] : [value];
  });
}

export type Stateful = Parameters<typeof linkCopy>[0] & Pick<Event, CountedState['column'] | 'authorId' | 'seriesId'>;
