import { type Event } from '../event.entity.js';
import { type Apply } from '../events.query.js';
import { isOccurrence } from '../schedule/stored-recurrence.js';

type Membership = Pick<Event, 'seriesId' | 'recurrence'> & Pick<Event, 'id'>;

/** A single event, a date of a series other than its record, or the record of a series. */
type Kind = 'single' | 'occurrence' | 'record';

/**
 * The dates that a write or a deletion means: the event itself; of the record of a series, its own date alone; the date and
 * all later ones; or all dates of the series.
 */
export type DatesMeant = 'itself' | 'own' | 'following' | 'all';

/** `docs/decisions/series.md` defines the words. Where no date is earlier, `following` means all dates. */
const MEANT: Readonly<Record<Apply | 'none', Readonly<Record<Kind, DatesMeant>>>> = {
  none: { single: 'itself', occurrence: 'itself', record: 'all' },
  this: { single: 'itself', occurrence: 'itself', record: 'own' },
  following: { single: 'itself', occurrence: 'following', record: 'all' },
  all: { single: 'itself', occurrence: 'all', record: 'all' },
};

/** The dates that `apply` means for an event. */
export function datesMeant(event: Membership, apply: Apply | undefined): DatesMeant {
  const kind = event.recurrence !== null ? 'record' : isOccurrence(event) ? 'occurrence' : 'single';
  return MEANT[apply ?? 'none'][kind];
}
