import { Injectable } from '@nestjs/common';
import { type FeedContext, type Format } from '../extension-api/format.js';
import { type StreamedBody, type BufferedBody } from '../http/response/serialized-response.js';
import { DataVersion } from '../database/data-version.js';
import { type RecordRef, RecordMoved } from '../errors/api-error.js';
import { EVENT } from '../events/event.names.js';
import { EventsService } from '../events/events.service.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type EntryPage, type EntriesOptions } from '../list/entries.js';
import { paging } from '../list/envelope.js';
import { type ListQuery } from '../list/list.query.js';
import { type RequestContext } from '../http/calendar-request.js';
import { ORGANIZER } from '../organizers/organizer.names.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { VENUE } from '../venues/venue.names.js';
import { VenuesService } from '../venues/venues.service.js';
import { Site } from '../site/site.js';
import { bufferOrStream, documentParts } from './document.js';
import { type EventFeedQuery, type FeedOptions, setDownloadHeaders } from './feed.query.js';
import { type FormatPath, Formats } from './formats.js';
import { Identity } from '../content/identity.js';
import { type EventsQuery } from '../events/events.query.js';
import { hasDates } from '../events/query/date-range.js';
import { fromToday } from '../datetime/date-time-input.js';

/** A service whose list a feed can read page by page. `query` is an instance of the query class of the resource. */
interface ListSource {
  entries(query: ListQuery, context: RequestContext, options: EntriesOptions): Promise<EntryPage>;
}

/** Lists and single events in formats other than JSON. */
@Injectable()
export class Feeds {
  constructor(
    private readonly site: Site,
    private readonly events: EventsService,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly formats: Formats,
    private readonly identity: Identity,
    private readonly versions: DataVersion,
  ) {}

  async list(
    path: FormatPath,
    query: ListQuery & FeedOptions,
    context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    const format = this.formats.getByPath(path);
    const { site } = this;
    applyFormatDefaults(query, format, site);
    const version = await this.versions.current();
    const entries = await this.listSourceOf(format.resource).entries(query, context, entriesOptions(format));
    const suffix = `.${format.name}`;
    const { rest_url: url, next_rest_url: nextUrl } = paging(
      site,
      format.resource,
      query,
      entries.total,
      context,
      suffix,
    );
    setDownloadHeaders(`${format.resource.plural}${suffix}`, query, context);
    const feed = { ...(await this.siteContext(query, context)), url, nextUrl, ...deferredContext(entries) };
    const contentKey = JSON.stringify([version, context.caller?.id, url, context.language, entries.ids]);
    return bufferOrStream(format.mediaType, documentParts(format, feed, entries), contentKey);
  }

  async event(
    path: FormatPath,
    address: RecordRef,
    query: EventFeedQuery,
    context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    const format = this.formats.getByPath(path);
    const entries = await this.singleEntry(format, address, query, context);
    const { id, slug } = entries.entry.response;
    const url = `${this.site.links.record(context.language, EVENT, id)}.${format.name}`;
    setDownloadHeaders(`${slug}.${format.name}`, query, context);
    const feed = { ...(await this.siteContext(query, context)), url, nextUrl: undefined, ...deferredContext(entries) };
    return bufferOrStream(format.mediaType, documentParts(format, feed, entries), url);
  }

  /** @throws {Error} for a resource without formats */
  private listSourceOf(resource: ResourceNames): ListSource {
    const source = new Map<ResourceNames, ListSource>([
      [EVENT, this.events],
      [VENUE, this.venues],
      [ORGANIZER, this.organizers],
    ]).get(resource);
    if (!source) throw new Error(`There are no formats of ${resource.plural}.`);
    return source;
  }

  /** @throws {RecordMoved} to the same format at the current slug */
  private async singleEntry(format: Format, address: RecordRef, query: EventFeedQuery, context: RequestContext) {
    const { name } = format;
    try {
      const entries = await this.events.entry(address, query, context, entriesOptions(format));
      const location = context.response.headers.get('Content-Location');
      if (location) context.response.headers.set('Content-Location', `${location}.${name}`);
      return entries;
    } catch (error) {
      if (!(error instanceof RecordMoved)) throw error;
      throw new RecordMoved(error.resource, error.slug, `${error.location}.${name}`);
    }
  }

  /** The part of the context that depends on the site and the language, not on the list. */
  private async siteContext({ plain_titles: plainTitles = false }: FeedOptions, { language }: RequestContext) {
    const { names, timezone, links } = this.site;
    const calendarId = await this.identity.get();
    const homeUrl = links.home(language);
    return { language, siteName: names[language], homeUrl, siteTimezone: timezone, plainTitles, calendarId };
  }
}

function entriesOptions({ fields, asRecurringEvent: asOne = false, hasSeparateDates = false }: Format): EntriesOptions {
  return { fields: new Map(fields.map((field) => [field, undefined])), hasRecurringEntries: asOne, hasSeparateDates };
}

/** Properties of the whole list, computed only if a format asks for them. */
function deferredContext(entries: EntryPage): Pick<FeedContext, 'zoneYears' | 'lastModified'> {
  return { zoneYears: () => entries.zoneYears(), lastModified: () => entries.lastModified() };
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
