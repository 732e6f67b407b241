import { type ResourceNames } from '../../lib/i18n/resource-names.js';
import { type Language, type PerLanguage } from '../../lib/i18n/language.js';
import { type Entry, type FeedReadOptions, type EntryPage } from '../list/entries.js';

/** Data of a document in addition to its records. */
export interface FeedContext {
  readonly language: Language;
  /** The name of the site in `language`. */
  readonly siteName: string;
  /** The home page of the site, in the language of the document. */
  readonly homeUrl: string;
  readonly siteTimezone: string;
  /** URL of the document. */
  readonly url: string;
  /** URL of the next document, if there are more records. */
  readonly nextUrl: string | undefined;
  /** Whether titles omit the state of cancelled and postponed events. */
  readonly plainTitles: boolean;
  /** Permanent unique name of this calendar. */
  readonly calendarId: string;
  /** The list of which the document consists. */
  readonly page: EntryPage;
}

/**
 * A format of lists other than JSON, at the path of the list with a suffix. It turns records into text and knows nothing
 * about requests, rights and caches.
 */
export interface Format<D extends object = object> extends FeedReadOptions {
  /** The suffix, and the name of the format: `ics`. */
  readonly name: string;
  readonly mediaType: string;
  readonly resource: ResourceNames;
  /** In JSON formats, the member with the list of records. */
  readonly listMember?: string;
  /** Whether single records have this format too. */
  readonly hasRecordRoutes?: boolean;
  /** By default the list begins this many days before today; if absent, the default of the list applies. */
  readonly lookbackDays?: number;
  /** Whether titles begin with the state of cancelled and postponed events, unless `plain_titles` is given. */
  readonly hasStatusInTitles?: boolean;
  /** Whether the latest publications come first and series are listed once. */
  readonly isNewestFirst?: boolean;
  /** Description for the documentation, in Markdown. */
  readonly description: PerLanguage<string>;
  header(feed: FeedContext): string | Promise<string>;
  /** The text of a record; '' omits it. */
  item(entry: Entry<D>, feed: FeedContext): string;
  /** Separator of two items. */
  readonly between?: string;
  footer(feed: FeedContext): string;
}
