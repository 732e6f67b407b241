import { Injectable } from '@nestjs/common';
import { relatedResources } from '../../calendar/related.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { EventRecordQuery } from '../../calendar/events/events.query.js';
import { LinkPreviews } from '../../calendar/images/link-previews.js';
import { ResourceServices } from '../../calendar/resource/resource-services.js';
import { resources } from '../../calendar/resources.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { type RequestContext } from '../../http/request-context.js';
import { CacheControl } from '../../http/response/cache-control.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { RouteNotFound } from '../../lib/errors/api-error.js';
import { type FeedEvent, type FeedVenue } from '../feeds/feed-event.js';
import { EventPage } from './components/event-page.js';
import { RecordPage, type ShownRecord } from './components/record-page.js';
import { pageBody } from './components/render.js';
import { dateBound, EventLists } from './data/event-lists.service.js';
import { EventPages } from './data/event-page.service.js';
import { otherPage, recordMeta, type RecordResponse } from './data/record-meta.js';
import { PageSite } from './data/page-site.js';
import { PageRedirect } from './page-redirect.js';
import { indexTitle } from './texts/index-title.js';

/** The number of coming events on the page of a venue or an organizer. */
const COMING_EVENTS = 12;

/** The page of one record: which one, and the password of the visitor. */
export interface RecordPageRequest {
  /** The plural of the resource. */
  readonly kind: string;
  readonly slug: string;
  readonly password?: string;
}

/** The pages of events, venues, organizers and further resources of this kind. */
@Injectable()
export class RecordPages {
  constructor(
    private readonly site: PageSite,
    private readonly services: ResourceServices,
    private readonly lists: EventLists,
    private readonly eventPages: EventPages,
    private readonly previews: LinkPreviews,
    private readonly cacheControl: CacheControl,
  ) {}

  /** @throws {PageRedirect} if the record has its page elsewhere */
  async show({ kind, slug, password }: RecordPageRequest, context: RequestContext): Promise<BufferedBody> {
    const resource = resourceOf(kind);
    const id = await this.locate(resource, slug, context);
    const query = Object.assign(new EventRecordQuery(), { password });
    const record = await this.services.of(kind, 'read').get({ id }, query, context);
    return resource.names === EVENT
      ? this.eventPage(record as FeedEvent, context)
      : this.relatedPage(resource, record as RecordResponse, context);
  }

  /** The id of the record whose page is at this address. @throws {PageRedirect} */
  async locate({ names }: ResourceDefinition, slug: string, context: RequestContext): Promise<number> {
    const { links } = this.site;
    const { language } = context;
    const { id, url } = await this.services.of(names.plural, 'read').locate({ slug }, context);
    const own = links.absolute(links.page(language, names.plural, slug));
    if (url === own) return id;
    const isOurs = this.site.site.urls.isOwnPage(language, names);
    throw new PageRedirect(isOurs ? 301 : 302, isOurs ? links.local(url) : url, this.cacheControl.of(context));
  }

  private async eventPage(event: FeedEvent, context: RequestContext): Promise<BufferedBody> {
    const { site } = this;
    const { language } = context;
    const data = await this.eventPages.load(event, context);
    return pageBody(site, context, {
      meta: {
        ...recordMeta(event, event.title, language, await this.previews.of(event.image)),
        isHidden: event.hide_from_listings || event.password_protected,
      },
      other: otherPage(site, EVENT, event, language),
      children: <EventPage data={data} site={site} language={language} />,
    });
  }

  private async relatedPage(
    resource: ResourceDefinition,
    record: RecordResponse,
    context: RequestContext,
  ): Promise<BufferedBody> {
    const { site } = this;
    const { language } = context;
    const field = relatedResources.find(({ names }) => names === resource.names)?.relation?.field;
    const shown = shownRecord(resource, record);
    const filters = { [field ?? '']: [{ id: record.id }], from: dateBound('today'), per_page: COMING_EVENTS };
    // The filters of events refuse a record in the trash.
    const hasEvents = field !== undefined && record.status !== 'trash';
    const events = hasEvents
      ? await this.lists.find({ ...filters, occurrences: 'next' }, context, new Date())
      : { cards: [], total: 0 };
    const feedFilters: Record<string, string> = field ? { [field]: String(record.id) } : {};
    const calendar = site.links.calendar(language, { view: 'list', ...(field && { [field]: record.slug }) });
    const { names } = resource;
    const index = { href: site.links.index(language, names.plural), title: indexTitle(names, language) };
    return pageBody(site, context, {
      feedFilters,
      meta: recordMeta(record, shown.name, language, await this.previews.of(record.image)),
      other: otherPage(site, resource.names, record, language),
      children: <RecordPage {...{ record: shown, events, calendar, index, site, language }} />,
    });
  }
}

/** The definition of the resource with this plural. @throws {RouteNotFound} */
export function resourceOf(kind: string): ResourceDefinition {
  const found = resources.find(({ names }) => names.plural === kind);
  if (!found) throw new RouteNotFound();
  return found;
}

function shownRecord({ nameField }: ResourceDefinition, record: RecordResponse): ShownRecord {
  const name = String(Reflect.get(record, nameField));
  return { ...record, name, venue: isVenue(record) ? record : undefined };
}

/** Whether a record has the fields of a venue. */
export const isVenue = (record: RecordResponse): record is RecordResponse & FeedVenue => 'address' in record;
