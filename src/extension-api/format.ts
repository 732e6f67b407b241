import { type Kind } from '../i18n/resource-names.js';
import { type Language, type PerLanguage } from '../i18n/language.js';
import { type Entry, type ZoneYear } from '../list/entries.js';

/** What a document says beside its records. */
export interface FeedContext {
  readonly language: Language;
  /** In that language. */
  readonly siteName: string;
  /** The home page of the site in that language. */
  readonly homeUrl: string;
  readonly siteTimezone: string;
  /** Of the document itself. */
  readonly url: string;
  /** Of the document with the records that come after these, where there are more. */
  readonly nextUrl: string | undefined;
  /** Whether titles are without the state of cancelled and postponed events. */
  readonly plainTitles: boolean;
  /** Tells this calendar from all others, for ever. */
  readonly calendarId: string;
  /** The years that the zones of its records are needed for. */
  readonly zoneYears: () => Promise<readonly ZoneYear[]>;
  /** When one of its records was changed last; the beginning of 1970 where there are none. */
  readonly lastModified: () => Promise<Date>;
}

/**
 * A form, beside JSON, in which the list of a kind is given: at the path of the list with a suffix. It makes text of
 * records and knows nothing of requests, of rights and of what is kept.
 */
export interface Format<D extends object = object> {
  /** The suffix, and the name of the format: `ics`. */
  readonly name: string;
  readonly mediaType: string;
  readonly kind: Kind;
  /** Of a form of JSON: the member that is the list of its records. */
  readonly listedIn?: string;
  /** Whether single records are given in it as well. */
  readonly ofOne?: boolean;
  /** Days before today with which it begins where no date is asked for; as the list itself where it says none. */
  readonly daysBefore?: number;
  /** Whether what takes place again is given as one, where the list has it once, or it is asked for by itself. */
  readonly asOne?: boolean;
  /** Whether the dates of a series without a rule are entries of their own, where it is given as one. */
  readonly datesApart?: boolean;
  /** Whether titles begin with the state of cancelled and postponed events, unless `plain_titles` is given. */
  readonly statesInTitles?: boolean;
  /** The fields of the JSON answer that it takes: the others are neither read nor made. */
  readonly fields: readonly string[];
  /** Whether the last ones published come first, and series are listed once. */
  readonly newestFirst?: boolean;
  /** What it is, for the documentation; Markdown. */
  readonly about: PerLanguage<string>;
  header(feed: FeedContext): string | Promise<string>;
  /** One record; '' leaves it out. */
  item(entry: Entry<D>, feed: FeedContext): string;
  /** Stands between two items. */
  readonly between?: string;
  footer(feed: FeedContext): string;
}
