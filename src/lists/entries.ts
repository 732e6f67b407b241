import { type Fieldset } from '../records/fieldset.js';
import { type SeriesRule } from '../values/recurrence/occurrences.js';

/** A record by what its name in other calendars is made of. */
export interface Named {
  readonly id: number;
  /** The record's name in the calendar that it was imported from. */
  readonly externalId: string | null;
}

/** A record of a list as other formats than JSON get it: what the same caller is shown, and a little more. */
export interface Entry<D extends object = object> {
  /** What the JSON answer shows of the fields that are taken. */
  readonly shown: D;
  /** Counts the writes of the record. */
  readonly revision: number;
  /** Its name in the calendar that it was imported from. */
  readonly externalId: string | null;
  /** The series that it is a further occurrence of, as far as the caller may know. */
  readonly partOf?: Named | undefined;
  /** What takes place again and is given as one. */
  readonly series?: WholeSeries<D> | undefined;
  /** The same in the other language; undefined where it is not translated. */
  inOtherLanguage(): D | undefined;
  /** The record as schema.org says it. */
  jsonLd(): object;
}

/** All of a series: how it takes place, and what of it is otherwise. Wall clock readings are `YYYY-MM-DD HH:MM:SS`. */
export interface WholeSeries<D extends object = object> {
  readonly rule: SeriesRule;
  /** When something would take place, by the clock of the series, that is left out or not shown to the caller. */
  readonly leftOut: readonly string[];
  /** In the order in which they would take place, by the clock of the series. */
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
  /** Those of some ids that are there still, in order. */
  read(ids: readonly number[]): Promise<Entry<D>[]>;
  /** The years that the zones of all of them are needed for; of records that take place. */
  zoneYears(): Promise<ZoneYear[]>;
  /** When one of them was changed last; the beginning of 1970 where there are none. */
  lastModified(): Promise<Date>;
}

/** What a format takes of each record. */
export interface Taken {
  readonly fields: Fieldset;
  /** Whether in both languages. */
  readonly inBothLanguages: boolean;
}

/** How a format takes a list. */
export interface Taking extends Taken {
  /** Most records of a page. */
  readonly maxPerPage: number;
  /** Whether what takes place again is told as one, where the list has it once. */
  readonly asOne: boolean;
}
