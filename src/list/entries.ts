import { type Fieldset } from '../content/fieldset.js';
import { type SeriesRule } from '../recurrence/occurrences.js';

/** The parts of the UID of a record. */
export interface Identified {
  readonly id: number;
  /** The record's name in the calendar that it was imported from. */
  readonly externalId: string | null;
}

/** A record of a list as other formats than JSON get it: what the same caller is shown, and a little more. */
export interface Entry<D extends object = object> {
  /** The JSON response with the fields that are needed. */
  readonly shown: D;
  /** Counts the writes of the record. */
  readonly revision: number;
  /** Its name in the calendar that it was imported from. */
  readonly externalId: string | null;
  /** The series that it is a further occurrence of, as far as the caller may know. */
  readonly partOf?: Identified | undefined;
  /** The whole series, where the entry represents it. */
  readonly series?: WholeSeries<D> | undefined;
  /** The same in the other language; undefined where it is not translated. */
  inOtherLanguage(): D | undefined;
  /** The record as JSON-LD of schema.org. */
  jsonLd(): object;
}

/** All of a series: its rule, and what differs from that. Wall clock readings are `YYYY-MM-DD HH:MM:SS`. */
export interface WholeSeries<D extends object = object> {
  /** The record with which the series began; another one may represent it now. */
  readonly origin: Identified;
  readonly rule: SeriesRule;
  /** Starts by the rule, on the clock of the series, of occurrences that are left out or not shown to the caller. */
  readonly leftOut: readonly string[];
  /** Occurrences that were changed, in the order of `start`: their starts by the rule, on the clock of the series. */
  readonly changed: readonly { readonly start: string; readonly entry: Entry<D> }[];
}

/** A year in which something begins or ends, on the clocks of a zone. */
export interface ZoneYear {
  readonly timezone: string;
  readonly year: number;
}

/** A page of a list that is found, and read in parts: however long it is, little of it is in memory. */
export interface Entries<D extends object = object> {
  /** In order. */
  readonly ids: readonly number[];
  /** How many the list has in all. */
  readonly total: number;
  /** The entries of some ids that still exist, in order. */
  read(ids: readonly number[]): Promise<Entry<D>[]>;
  /** The years that the zones of all of them are needed for; of records that take place. */
  zoneYears(): Promise<ZoneYear[]>;
  /** When one of them was changed last; the beginning of 1970 where there are none. */
  lastModified(): Promise<Date>;
}

/** What a format reads of each record. */
export interface EntryOptions {
  readonly fields: Fieldset;
  /** Whether the dates of a series without a rule are entries of their own, where series are one. */
  readonly datesApart: boolean;
}

/** How a format reads a list. */
export interface EntriesOptions extends EntryOptions {
  /** Most records of a page. */
  readonly maxPerPage: number;
  /** Whether a series is one entry, with its rule, where the list shows it once. */
  readonly asOne: boolean;
}
