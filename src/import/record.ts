import { type Language } from '../i18n/language.js';
import { parseDateTime } from '../datetime/date-time-input.js';
import { type Moment } from '../datetime/moment.js';
import { type EventStatus } from '../events/states.js';
import { because, type Reason } from './messages.js';

/** A record of a file in any format: a single or recurring event. */
export interface ImportRecord {
  /** Permanent id: `ical:<UID>`, `openagenda:<uid>`. */
  readonly id: string;
  readonly title: string;
  /** Language of its texts, if the file declares a supported one. */
  readonly language: Language | undefined;
  /** Its first line in the file. */
  readonly line?: number | undefined;
  /** Whether that is a row of a table. */
  readonly isRow?: boolean | undefined;
  /** The assumed zone, if neither the file nor the command names one. */
  readonly assumedZone?: AssumedZone | undefined;
  /** The rule, if a single rule makes all dates (RFC 5545, 3.3.10). */
  readonly rrule?: string | undefined;
  /** The local time at which the rule begins, even if that date has an override. */
  readonly ruleStart?: string | undefined;
  /** The details of the series, even if its first date has an override. */
  readonly model?: Occurrence;
  /** Whether the file has only overrides and not the series. */
  readonly isPart?: boolean;
  /** Whether its ID is a number of a table, which another table of that name may have as well. */
  readonly isNumbered?: boolean;
  /** Whether other records of the file refer to it as their series (RELATED-TO). */
  readonly hasParts?: boolean;
  /** The dates in order, at least one. */
  readonly occurrences: readonly Occurrence[];
  /** IDs of the records that are its translations according to the source. */
  readonly translations?: readonly string[];
  /** The event of this calendar that the row belongs to, with the fields of the row. */
  readonly own?: OwnRow;
  /** The names of the columns of a table, by field. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A row of a table that this calendar has exported. */
export interface OwnRow {
  /** Id of the event. */
  readonly id: number;
  /** By column. */
  readonly cells: Readonly<Record<string, string>>;
}

/** Fields of a body, by their names in the API. */
export type Body = Readonly<Record<string, unknown>>;

export type LinkedName = 'venues' | 'organizers' | 'categories' | 'tags';

/** A venue, organizer, category or tag as its source describes it. */
export interface LinkedSource {
  readonly kind: LinkedName;
  /** Permanent id: `tec:calendar.example:venue:6`. */
  readonly id: string;
  readonly body: Body;
  /** The id of the parent category. */
  readonly parent?: string | undefined;
}

/** An assumed time zone. */
export interface AssumedZone {
  /** The zone that is used. */
  readonly timezone: string;
  /** The name of the zone in the file, and the problem of its definition. */
  readonly defined?: { readonly name: string; readonly fault: 'unusable' | 'incomplete' } | undefined;
}

/** An occurrence of a record. */
export interface Occurrence {
  /** Its key within the record, which stays when it is moved. */
  readonly key: string;
  /** Start and end as in a body: a day, a local time in `timezone`, or an instant. */
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly allDay: boolean;
  /** Whether the file excludes it: no event is created, and an existing one goes to the trash. */
  readonly isLeftOut: boolean;
  /** Whether it is an override, whose key may differ from its time. */
  readonly isChanged?: boolean;
  /** The start by the rule, as in a body, if it was changed. */
  readonly original?: string;
  readonly details: Details;
}

/**
 * The local time and instant of a start, an end or an original time; undefined for an invalid date, which validation
 * reports later.
 */
export function momentOf(text: string, { timezone }: Pick<Occurrence, 'timezone'>): Moment | undefined {
  const input = parseDateTime(text);
  return 'resolve' in input ? input.resolve(timezone, new Date()) : undefined;
}

/** The data of an event except its time. Absent values keep those of the calendar. */
export interface Details {
  readonly title: string;
  readonly description?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly website?: string | undefined;
  readonly image?: string | undefined;
  /** The status in the file. `scheduled` only undoes `cancelled`. */
  readonly eventStatus?: Extract<EventStatus, 'scheduled' | 'cancelled' | 'postponed'> | undefined;
  /** Reason of the status. */
  readonly statusReason?: string | undefined;
  /** Attendance, and the address of the online meeting. */
  readonly isOnline?: boolean | undefined;
  readonly onlineUrl?: string | undefined;
  readonly cost?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly organizers?: readonly string[] | undefined;
  readonly places?: readonly Place[] | undefined;
  /** Linked records with IDs of their own, in place of the names above. */
  readonly links?: Readonly<Partial<Record<LinkedName, readonly LinkedSource[]>>> | undefined;
  /** Other fields of the body. */
  readonly more?: Body | undefined;
  /** The former slug of the event, which redirects to it. */
  readonly slug?: string | undefined;
  /** Problems for a person to look at. */
  readonly notes?: readonly Reason[];
}

export interface Place extends Address {
  readonly name: string;
  /** Latitude and longitude in degrees; stored if the geolocation extension is on. */
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
  readonly line?: number | undefined;
  readonly isRow?: boolean | undefined;
  readonly reason: Reason;
}

/** A venue, organizer, category or tag that is imported without an event. */
export interface LinkedEntry {
  readonly linked: LinkedSource;
}

/** Something to tell about the source as a whole, or that only what is public was read of it. */
export type SourceNote = { readonly note: Reason } | { readonly isPublicOnly: true };

export type Entry = ImportRecord | RefusedRecord;

/** The entries of a source. */
export type AnyEntry = Entry | LinkedEntry | SourceNote;

/** The records of a source in order. Large sources are read during the import. */
export type Entries = readonly Entry[] | Iterable<AnyEntry> | AsyncIterable<AnyEntry>;

export interface Source {
  readonly bytes: Uint8Array;
  /** The file as text, in its detected encoding. */
  readonly text: string;
  /** The same as JSON, if it is that. */
  readonly json?: unknown;
  /** Fields by the names of the columns of a table. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
}

/** A source whose format is known. */
export interface RecognisedSource {
  readonly format: string;
  /** Its name in the table of imports, if that is neither its file nor its address. */
  readonly source?: string | undefined;
  /** Whether it holds only some of the records of its source. */
  readonly isPart?: boolean;
  /** Its records. Times without a zone depend on the options. */
  read(options: ReadOptions): Entries;
}

/** A response with its whole body. */
export interface Download {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** Reads addresses. */
export interface Client {
  /**
   * @param check refuses an unexpected response, such as an error page, so that the request is retried
   * @returns the response, which may have a status such as 404
   * @throws {RecordError} if no attempt succeeded
   */
  get<T>(url: URL, check: (download: Download) => T): Promise<T>;
}

type Recognised = Omit<RecognisedSource, 'format'> | undefined;

export interface Format {
  readonly name: string;
  /**
   * @returns undefined if the source has another format
   * @throws {RecordError} if it has this format but cannot be read
   */
  readonly recognise: (source: Source) => Recognised | Promise<Recognised>;
  /** The same for a web address that is read page by page; undefined for other addresses. */
  readonly recogniseAddress?: (url: URL, client: Client) => Recognised;
}

/** The zone of times without a zone. */
export interface ReadOptions {
  /** The option of the command, which takes precedence over the file. */
  readonly timezone: string | undefined;
  readonly siteTimezone: string;
  readonly now: Date;
  /** Language of texts that do not declare one. */
  readonly language?: Language;
  /** Whether the source has translations of events that are in the calendar. */
  readonly isPair?: boolean;
  /** Name of the source, to which the ids of rows belong. */
  readonly source?: string;
  /** Whether a key is sent, so that unpublished records can be requested. */
  readonly hasKey?: boolean;
}

export function isLinked(entry: AnyEntry): entry is LinkedEntry {
  return 'linked' in entry;
}

export function isNote(entry: AnyEntry): entry is SourceNote {
  return 'note' in entry || 'isPublicOnly' in entry;
}

export function isRefused(entry: AnyEntry): entry is RefusedRecord {
  return 'reason' in entry;
}

/** The reason why a record cannot be imported. */
export class RecordError extends Error {
  constructor(readonly reason: Reason) {
    super(reason('en'));
  }
}

/** Reads a record and turns every error, also of libraries, into an error of this record. */
export function readOne(record: Omit<RefusedRecord, 'reason'>, read: () => ImportRecord): Entry {
  try {
    return read();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const reason = error instanceof RecordError ? error.reason : because((messages) => messages.broken(detail));
    return { ...record, reason };
  }
}
