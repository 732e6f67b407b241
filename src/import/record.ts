import { type Language } from '../i18n/language.js';
import { parseDateTime } from '../datetime/date-time-input.js';
import { type Moment } from '../datetime/moment.js';
import { type EventStatus } from '../events/states.js';
import { because, type Reason } from './messages.js';

/** A record of a file, whatever its format: one event, or one that takes place several times. */
export interface ImportRecord {
  /** Names the record for good: `ical:<UID>`, `openagenda:<uid>`. */
  readonly id: string;
  readonly title: string;
  /** The language of its texts, where the file says it and it is one of ours. */
  readonly language: Language | undefined;
  /** Where it begins in a file of lines. */
  readonly line?: number;
  /** The zone that its times are taken in, where neither the file nor the command has said one. */
  readonly assumedZone?: AssumedZone | undefined;
  /** The rule of which its dates are made, where one rule alone says them: RFC 5545, 3.3.10. */
  readonly rrule?: string | undefined;
  /** The wall clock reading that the rule begins with, also where the file says something else of that date. */
  readonly ruleStart?: string | undefined;
  /** What the file says of the series, also where it says something else of its first date. */
  readonly model?: Occurrence;
  /** Whether the file says some of its dates alone, not the series that they are of. */
  readonly isPart?: boolean;
  /** Whether other records of the file belong to it, as the dates of a series do that is told date by date. */
  readonly hasParts?: boolean;
  /** At least one, by time. */
  readonly occurrences: readonly Occurrence[];
}

/** A zone that nobody has said for certain. */
export interface AssumedZone {
  /** The zone that is taken. */
  readonly timezone: string;
  /** The name of the one that the file defines, and what is wrong with its definition. */
  readonly defined?: { readonly name: string; readonly fault: 'unusable' | 'incomplete' } | undefined;
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

/** What a start, an end or an original time means; undefined where it is no date, which the check of the body will say. */
export function momentOf(text: string, { timezone }: Pick<Occurrence, 'timezone'>): Moment | undefined {
  const input = parseDateTime(text);
  return 'resolve' in input ? input.resolve(timezone, new Date()) : undefined;
}

/** What a file says of an event beside its time; what it does not say is left as it is in the calendar. */
export interface Details {
  readonly title: string;
  readonly description?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly website?: string | undefined;
  readonly image?: string | undefined;
  /** What the file knows of the state of an event: `scheduled` takes back that it is cancelled, and nothing else. */
  readonly eventStatus?: Extract<EventStatus, 'scheduled' | 'cancelled' | 'postponed'> | undefined;
  /** Why it does not take place as announced. */
  readonly statusReason?: string | undefined;
  /** Whether people can take part on the web, and the address where the file says it. */
  readonly isOnline?: boolean | undefined;
  readonly onlineUrl?: string | undefined;
  readonly cost?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly organizers?: readonly string[] | undefined;
  readonly places?: readonly Place[] | undefined;
  /** What is left out, or is for a person to mend. */
  readonly notes?: readonly Reason[];
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
  readonly line?: number;
  readonly reason: Reason;
}

export type Entry = ImportRecord | RefusedRecord;

/** What a source holds, in its order; large ones are read while they are imported. */
export type Entries = readonly Entry[] | AsyncIterable<Entry>;

export interface Source {
  readonly bytes: Uint8Array;
  /** The bytes as text, in the encoding that they seem to have. */
  readonly text: string;
}

export interface Format {
  readonly name: string;
  /** @returns how the source is read; undefined where it is of another format */
  readonly recognise: (source: Source) => ((options: ReadOptions) => Entries) | undefined;
}

/** How times are read that name no zone. */
export interface ReadOptions {
  /** The option of the command; counts for more than what a file says of itself. */
  readonly timezone: string | undefined;
  readonly siteTimezone: string;
  readonly now: Date;
}

export function isRefused(entry: Entry): entry is RefusedRecord {
  return 'reason' in entry;
}

/** Why a record cannot be imported. */
export class RecordError extends Error {
  constructor(readonly reason: Reason) {
    super(reason('en'));
  }
}

/** Reads one record; whatever is wrong with it, also what a library cannot read, stays with it. */
export function readOne(record: Omit<RefusedRecord, 'reason'>, read: () => ImportRecord): Entry {
  try {
    return read();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const reason = error instanceof RecordError ? error.reason : because((messages) => messages.broken(detail));
    return { ...record, reason };
  }
}
