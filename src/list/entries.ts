import { type Fieldset } from '../content/fieldset.js';
import { type SeriesRule } from '../recurrence/occurrences.js';

/** The parts of a record's UID. */
export interface Identified {
  readonly id: number;
  /** The id in the source that the record was imported from. */
  readonly externalId: string | null;
}

/** A record of a list for feeds: the JSON that the caller sees, and additional data. */
export interface Entry<D extends object = object> {
  /** The JSON response with the fields that are needed. */
  readonly shown: D;
  /** The revision of the record. */
  readonly revision: number;
  /** The id in the source that it was imported from. */
  readonly externalId: string | null;
  /** The series of an occurrence other than the first, if the caller may know it. */
  readonly partOf?: Identified | undefined;
  /** The whole series, if the entry represents it. */
  readonly series?: RecurringSeries<D> | undefined;
  /** The entry in the other language; undefined if it is not translated. */
  inOtherLanguage(): D | undefined;
  /** The record as JSON-LD of schema.org. */
  jsonLd(): object;
}

/** A whole series: its rule and its overrides. Local times are `YYYY-MM-DD HH:MM:SS`. */
export interface RecurringSeries<D extends object = object> {
  /** The record with which the series began; another one may represent it now. */
  readonly origin: Identified;
  readonly rule: SeriesRule;
  /** Starts by the rule, in local time, of occurrences that are excluded or not shown to the caller. */
  readonly exdates: readonly string[];
  /** Overrides in the order of `start`, their start by the rule in local time. */
  readonly changed: readonly { readonly start: string; readonly entry: Entry<D> }[];
}

/** A year in which an event begins or ends, in a zone. */
export interface ZoneYear {
  readonly timezone: string;
  readonly year: number;
}

/** A page of a list whose ids are found and whose records are read in parts, to keep memory small. */
export interface Entries<D extends object = object> {
  /** In order. */
  readonly ids: readonly number[];
  /** The total of the list. */
  readonly total: number;
  /** Reads the entries of some ids, in order. Records that no longer exist are left out. */
  read(ids: readonly number[]): Promise<Entry<D>[]>;
  /** The years for which the zones of all events are needed. */
  zoneYears(): Promise<ZoneYear[]>;
  /** The time of the last change of a record; the beginning of 1970 without records. */
  lastModified(): Promise<Date>;
}

/** The parts of each record that a format uses. */
export interface EntryOptions {
  readonly fields: Fieldset;
  /** Whether the dates of a series without a rule are separate entries, in a list that has series once. */
  readonly datesApart: boolean;
}

/** The options with which a format reads a list. */
export interface EntriesOptions extends EntryOptions {
  /** Maximum number of records of a page. */
  readonly maxPerPage: number;
  /** Whether a series is one recurring entry if the list has it once. */
  readonly asOne: boolean;
}
