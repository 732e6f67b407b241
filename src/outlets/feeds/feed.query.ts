import { EventRecordQuery, EventsQuery } from '../../calendar/events/events.query.js';
import { integer, boolean } from '../../http/validation/parsers.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { type RequestContext } from '../../http/request-context.js';
import { Parameter, Refused } from '../../http/validation/field.js';
import { PublishedQuery } from '../../calendar/list/published.query.js';
import { type Site } from '../../http/urls/site.js';

const Download = () => Parameter(boolean, { schema: { type: 'boolean', default: false } });
const PlainTitles = () => Parameter(boolean, { schema: { type: 'boolean', default: false } });
const JsonOnly = () => Refused((messages) => messages.jsonOnly);
const PerPage = () =>
  Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, maximum: 10000, default: 1000 } });

/** Options of a feed: whether browsers download it, and whether titles omit the status. */
export interface FeedOptions {
  readonly download?: boolean;
  readonly plain_titles?: boolean;
}

/** Sets the file name of a download. */
export function setDownloadHeaders(name: string, { download }: FeedOptions, { response }: RequestContext): void {
  response.headers.set('Content-Disposition', `${download ? 'attachment' : 'inline'}; filename="${name}"`);
}

/** Query of the sitemap. */
export class SitemapQuery extends LanguageQuery {
  /** true: browsers download the file instead of showing it. */
  @Download()
  download?: boolean;

  @JsonOnly()
  _fields?: never;
}

/** Query of feeds of events. */
export class EventsFeedQuery extends EventsQuery {
  /** Records in one response; the `Link` header leads to the rest. */
  @PerPage()
  override per_page?: number = undefined;

  /** true: browsers download the file instead of showing it. */
  @Download()
  download?: boolean;

  /** true: titles do not begin with the state of cancelled and postponed events. */
  @PlainTitles()
  plain_titles?: boolean;

  @JsonOnly()
  override _fields?: never = undefined;

  protected static override maxPerPage({ feedMax }: Site): number {
    return feedMax;
  }
}

/** Query of a feed of one event. */
export class EventFeedQuery extends EventRecordQuery {
  /** true: browsers download the file instead of showing it. */
  @Download()
  download?: boolean;

  /** true: titles do not begin with the state of cancelled and postponed events. */
  @PlainTitles()
  plain_titles?: boolean;

  @JsonOnly()
  override _fields?: never = undefined;
}

/** Query of feeds of venues and organizers. */
export class PublishedFeedQuery extends PublishedQuery {
  /** Records in one response; the `Link` header leads to the rest. */
  @PerPage()
  override per_page?: number = undefined;

  /** true: browsers download the file instead of showing it. */
  @Download()
  download?: boolean;

  @JsonOnly()
  override _fields?: never = undefined;

  protected static override maxPerPage({ feedMax }: Site): number {
    return feedMax;
  }
}
