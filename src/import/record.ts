import { type Language } from '../i18n/language.js';
import { type Reason } from './messages.js';

/** A record of a file, whatever its format: one event, or one that takes place several times. */
export interface ImportRecord {
  /** Names the record for good: `ical:<UID>`, `openagenda:<uid>`. */
  readonly id: string;
  readonly title: string;
  /** The language of its texts, where the file says it and it is one of ours. */
  readonly language: Language | undefined;
  /** The zone that its times are taken in, where neither the file nor whoever imports it has said one. */
  readonly assumedTimezone?: string | undefined;
  /** The rule of which its dates are made, where one rule alone says them: RFC 5545, 3.3.10. */
  readonly rrule?: string | undefined;
  /** The wall clock reading that the rule begins with, also where the file says something else of that date. */
  readonly ruleStart?: string | undefined;
  /** Whether the file says some of its dates alone, not the series that they are of. */
  readonly isPart?: boolean;
  /** Whether other records of the file belong to it, as the dates of a series do that is told date by date. */
  readonly hasParts?: boolean;
  /** At least one, by time. */
  readonly occurrences: readonly Occurrence[];
}

/** One time at which a record takes place. */
export interface Occurrence {
  /** Names it within its record, also after it was moved to another time. */
  readonly key: string;
  /** Start and end as a body gives them: a day, wall clock in `timezone`, or an instant. */
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly allDay: boolean;
  /** Whether the file takes it out: no event is made of it, and the one that there is goes to the trash. */
  readonly isLeftOut: boolean;
  /** Whether it says something of its own, and its key is not its time any more. */
  readonly isChanged?: boolean;
  /** When it would take place by the rule, as a body gives it, where it was changed. */
  readonly original?: string;
  readonly details: Details;
}

/** What a file says of an event beside its time; what it does not say is left as it is in the calendar. */
export interface Details {
  readonly title: string;
  readonly description?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly website?: string | undefined;
  readonly image?: string | undefined;
  /** Whether the file says that it does not take place, or that it does: people must learn of it. */
  readonly isCancelled?: boolean | undefined;
  /** Where it takes place on the web. */
  readonly onlineUrl?: string | undefined;
  readonly cost?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly organizers?: readonly string[] | undefined;
  readonly places?: readonly Place[] | undefined;
  /** What is left out, and for a person to mend. */
  readonly noAddresses?: readonly NoAddress[];
}

/** What stands in a file where an address on the web should. */
export interface NoAddress {
  readonly field: 'website' | 'image';
  readonly text: string;
}

export interface Place extends Address {
  readonly name: string;
  /** Latitude and longitude in degrees; stored where the geolocation extension is on. */
  readonly latlon?: readonly [number, number] | undefined;
}

export interface Address {
  readonly street?: string | undefined;
  readonly zip?: string | undefined;
  readonly city?: string | undefined;
  /** Outside the United States. */
  readonly province?: string | undefined;
  /** In the United States. */
  readonly state?: string | undefined;
  readonly country?: string | undefined;
}

/** A record that cannot be imported. */
export interface RefusedRecord {
  readonly id: string;
  readonly title: string;
  readonly reason: Reason;
}

/** What a file holds, in its order. */
export type Entry = ImportRecord | RefusedRecord;

export function isRefused(entry: Entry): entry is RefusedRecord {
  return 'reason' in entry;
}

/** Thrown by readers: this record makes no sense, for this reason. */
export class UnreadableRecord extends Error {
  constructor(readonly reason: Reason) {
    super(reason('en'));
  }
}

/** Reads one record; whatever is wrong with it stays with it. */
export function readOne(id: string, title: string, read: () => ImportRecord): Entry {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRecord) return { id, title, reason: error.reason };
    throw error;
  }
}
