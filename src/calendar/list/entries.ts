import { type SeriesRule } from '../../lib/recurrence/occurrences.js';

/** The parts of a record's UID. */
export interface UidParts {
  readonly id: number;
  /** The id in the source that the record was imported from. */
  readonly externalId: string | null;
}

/** A record in a feed: its JSON response, and data that only feeds use. */
export interface Entry<D extends object = object> {
  /** The JSON response. */
  readonly response: D;
  /** The revision of the record. */
  readonly revision: number;
  /** The id in the source that it was imported from. */
  readonly externalId: string | null;
  /** The series of an occurrence other than the first, if the caller may know it. */
  readonly parentSeries?: UidParts | undefined;
  /** The whole series, if the entry represents it. */
  readonly series?: RecurringSeries<D> | undefined;
  /** The entry in the other language; undefined if it is not translated. */
  inOtherLanguage(): D | undefined;
  /** The record as JSON-LD of schema.org. */
  jsonLd(): object;
}

/** A series as one recurring entry: its rule, exclusions and overrides. Local times are `YYYY-MM-DD HH:MM:SS`. */
export interface RecurringSeries<D extends object = object> {
  /** The record with which the series began; another one may represent it now. */
  readonly origin: UidParts;
  readonly rule: SeriesRule;
  /** Local starts (EXDATE) of occurrences that are excluded, or that the caller may not see. */
  readonly exdates: readonly string[];
  /** Occurrences that differ (RECURRENCE-ID), sorted by `start`, the local start that the rule gives them. */
  readonly overrides: readonly { readonly start: string; readonly entry: Entry<D> }[];
}

/** A year in which an event begins or ends, in a zone. */
export interface ZoneYear {
  readonly timezone: string;
  readonly year: number;
}

/** A page of a feed. Its ids are known; its records are read in parts, to keep memory small. */
export interface EntryPage<D extends object = object> {
  readonly ids: readonly number[];
  /** The total of the list. */
  readonly total: number;
  /** Reads the entries of some ids, in order. Records that no longer exist are left out. */
  read(ids: readonly number[]): Promise<Entry<D>[]>;
  /** The years and zones of all events, for which iCalendar needs time zone definitions (VTIMEZONE). */
  zoneYears(): Promise<ZoneYear[]>;
  /** The time of the last change of a record; the beginning of 1970 without records. */
  lastModified(): Promise<Date>;
}

/** How a format reads a list. */
export interface FeedReadOptions {
  /** Whether a series is one recurring entry, with `occurrences=series` or if requested by itself. */
  readonly hasRecurringEntries?: boolean;
  /** Exception: whether a series of added dates without a rule (RDATEs only) becomes one entry for each date. */
  readonly hasSeparateDates?: boolean;
}
