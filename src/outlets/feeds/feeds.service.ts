import { Injectable } from '@nestjs/common';
import { type FeedContext, type Format } from '../../calendar/extension-api/format.js';
import { type StreamedBody, type BufferedBody } from '../../http/response/serialized-response.js';
import { DataVersion } from '../../database/data-version.js';
import { type RecordRef, RecordMoved } from '../../lib/errors/api-error.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { EventsService } from '../../calendar/events/events.service.js';
import { type EntryPage, type FeedReadOptions } from '../../calendar/list/entries.js';
import { paging } from '../../http/response/paging.js';
import { type ListQuery } from '../../calendar/list/list.query.js';
import { type RequestContext } from '../../http/request-context.js';
import { OrganizersService } from '../../calendar/organizers/organizers.service.js';
import { VENUE } from '../../calendar/venues/venue.names.js';
import { VenuesService } from '../../calendar/venues/venues.service.js';
import { Site } from '../../http/urls/site.js';
import { bufferOrStream, documentParts } from './document.js';
import { type EventFeedQuery, type FeedOptions, setDownloadHeaders } from './feed.query.js';
import { Identity } from '../../calendar/records/identity/identity.js';
import { type EventsQuery } from '../../calendar/events/events.query.js';
import { hasDates } from '../../calendar/events/query/date-range.js';
import { fromToday } from '../../lib/datetime/date-time-input.js';

/** A service whose list a feed can read page by page. `query` is an instance of the query class of the resource. */
interface ListSource {
  entries(query: ListQuery, context: RequestContext, options: FeedReadOptions): Promise<EntryPage>;
}

/** Lists and single events in formats other than JSON. */
@Injectable()
export class Feeds {
  constructor(
    private readonly site: Site,
    private readonly events: EventsService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly identity: Identity,
    private readonly versions: DataVersion,
  ) {}

  async list(
    format: Format,
    query: ListQuery & FeedOptions,
    context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    const { site } = this;
    const { resource, name } = format;
    applyFormatDefaults(query, format, site);
    const version = await this.versions.current();
    const source: ListSource = resource === EVENT ? this.events : resource === VENUE ? this.venues : this.organizers;
    const page = await source.entries(query, context, format);
    const { rest_url: url, next_rest_url: nextUrl } = paging(site, resource, query, page.total, context, `.${name}`);
    setDownloadHeaders(`${resource.plural}.${name}`, query, context);
    const feed = await this.feedContext(query, context, page, { url, nextUrl });
    const contentKey = JSON.stringify([version, context.caller?.id, url, context.language, page.ids]);
    return bufferOrStream(format.mediaType, documentParts(format, feed, page), contentKey);
  }

  /** @throws {RecordMoved} to the same format at the current slug */
  async event(
    format: Format,
    address: RecordRef,
    query: EventFeedQuery,
    context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    const suffix = `.${format.name}`;
    const page = await this.events.entry(address, query, context, format).catch((error: unknown) => {
      if (!(error instanceof RecordMoved)) throw error;
      throw new RecordMoved(error.resource, error.slug, error.location + suffix);
    });
    const { headers } = context.response;
    const location = headers.get('Content-Location');
    if (location) headers.set('Content-Location', location + suffix);
    const { id, slug } = page.entry.response;
    setDownloadHeaders(slug + suffix, query, context);
    const url = this.site.urls.record(context.language, EVENT, id) + suffix;
    const feed = await this.feedContext(query, context, page, { url, nextUrl: undefined });
    return bufferOrStream(format.mediaType, documentParts(format, feed, page), url);
  }

  private async feedContext(
    { plain_titles: plainTitles = false }: FeedOptions,
    { language }: RequestContext,
    page: EntryPage,
    addresses: Pick<FeedContext, 'url' | 'nextUrl'>,
  ): Promise<FeedContext> {
    const { names, timezone: siteTimezone, urls } = this.site;
    const calendarId = await this.identity.get();
    const site = { siteName: names[language], homeUrl: urls.home(language), siteTimezone, calendarId };
    return { language, plainTitles, page, ...site, ...addresses };
  }
}

/** Number of months after today at which the list ends if no date is given. */
const MONTHS_AHEAD = 24;

/** Fills in the defaults of a format: number of records, dates and order. */
function applyFormatDefaults(
  query: ListQuery & Partial<EventsQuery>,
  { lookbackDays, isNewestFirst }: Format,
  site: Site,
): void {
  query.per_page ??= site.feedLimit;
  if (lookbackDays !== undefined && !hasDates(query) && !query.translation) {
    query.start_date = fromToday({ days: -lookbackDays });
    query.end_date = fromToday({ months: MONTHS_AHEAD });
    query.strict_dates = undefined;
  }
  if (isNewestFirst) query.occurrences ??= 'series';
  if (isNewestFirst && query.orderby === undefined) {
    query.orderby = 'date';
    query.order ??= 'desc';
  }
}
