import { Injectable } from '@nestjs/common';
import { type FeedContext, type Format } from '../extension-api/format.js';
import { type StreamedBody, type BufferedBody } from '../http/response/bodies.js';
import { DataVersion } from '../database/data-version.js';
import { type RecordRef, RecordMoved } from '../errors/api-error.js';
import { EVENT } from '../events/event.names.js';
import { EventReader } from '../events/event.reader.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { type Entries, type EntriesOptions } from '../list/entries.js';
import { paging } from '../list/envelope.js';
import { type ListQuery } from '../list/list.query.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { ORGANIZER } from '../organizers/organizer.names.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { VENUE } from '../venues/venue.names.js';
import { VenuesService } from '../venues/venues.service.js';
import { Site } from '../site/site.js';
import { begin } from './beginning.js';
import { bodyOf, partsOf } from './document.js';
import { type EventFeedQuery, type Saved, setDownloadHeaders } from './feed.query.js';
import { type FormatPath, Formats } from './formats.js';
import { Identity } from '../content/identity.js';

/** A list that can be read page by page. Its query is an instance of the query class of the resource. */
interface Listed {
  entries(query: ListQuery, context: RequestContext, options: EntriesOptions): Promise<Entries>;
}

/** Lists and single events in formats other than JSON. */
@Injectable()
export class Feeds {
  constructor(
    private readonly site: Site,
    private readonly events: EventReader,
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly formats: Formats,
    private readonly identity: Identity,
    private readonly versions: DataVersion,
  ) {}

  async list(
    path: FormatPath,
    query: ListQuery & Saved,
    context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    const format = this.formats.at(path);
    const { site } = this;
    begin(query, format, site);
    const version = await this.versions.current();
    const found = await this.listOf(format.resource).entries(query, context, {
      ...optionsOf(format),
      maxPerPage: site.feedMax,
    });
    const suffix = `.${format.name}`;
    const { rest_url: url, next_rest_url: nextUrl } = paging(
      site,
      format.resource,
      query,
      found.total,
      context,
      suffix,
    );
    setDownloadHeaders(`${format.resource.plural}${suffix}`, query, context);
    const feed = { ...(await this.frame(query, context)), url, nextUrl, ...factsOf(found) };
    const name = JSON.stringify([version, context.caller?.id, url, context.language, found.ids]);
    return bodyOf(format.mediaType, partsOf(format, feed, found), name);
  }

  async event(
    path: FormatPath,
    address: RecordRef,
    query: EventFeedQuery,
    context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    const format = this.formats.at(path);
    const one = await this.one(format, address, query, context);
    const { id, slug } = one.entry.shown;
    const url = `${this.site.links.record(context.language, EVENT, id)}.${format.name}`;
    setDownloadHeaders(`${slug}.${format.name}`, query, context);
    const feed = { ...(await this.frame(query, context)), url, nextUrl: undefined, ...factsOf(one) };
    return bodyOf(format.mediaType, partsOf(format, feed, one), url);
  }

  /** @throws {Error} for a resource without formats */
  private listOf(resource: ResourceNames): Listed {
    const listed = new Map<ResourceNames, Listed>([
      [EVENT, this.events],
      [VENUE, this.venues],
      [ORGANIZER, this.organizers],
    ]).get(resource);
    if (!listed) throw new Error(`There are no formats of ${resource.plural}.`);
    return listed;
  }

  /** @throws {RecordMoved} to the same format at the current slug */
  private async one(format: Format, address: RecordRef, query: EventFeedQuery, context: RequestContext) {
    const { name } = format;
    try {
      const one = await this.events.entry(address, query, context, optionsOf(format));
      const location = context.response.headers.get('Content-Location');
      if (location) context.response.headers.set('Content-Location', `${location}.${name}`);
      return one;
    } catch (error) {
      if (!(error instanceof RecordMoved)) throw error;
      throw new RecordMoved(error.resource, error.slug, `${error.location}.${name}`);
    }
  }

  /** The part of the context that all documents of the site share. */
  private async frame({ plain_titles: plainTitles = false }: Saved, { language }: RequestContext) {
    const { names, timezone, links } = this.site;
    const calendarId = await this.identity.get();
    const homeUrl = links.home(language);
    return { language, siteName: names[language], homeUrl, siteTimezone: timezone, plainTitles, calendarId };
  }
}

function optionsOf({
  fields,
  asRecurringEvent: asOne = false,
  datesApart = false,
}: Format): Omit<EntriesOptions, 'maxPerPage'> {
  return { fields: new Map(fields.map((field) => [field, undefined])), asOne, datesApart };
}

/** Properties of the document that do not depend on its records. */
function factsOf(entries: Entries): Pick<FeedContext, 'zoneYears' | 'lastModified'> {
  return { zoneYears: () => entries.zoneYears(), lastModified: () => entries.lastModified() };
}
