import {
  Controller,
  createParamDecorator,
  type DynamicModule,
  type ExecutionContext,
  Get,
  Module,
  Query,
  type Type,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Extension } from '../../calendar/extension-api/extension.js';
import { type Format } from '../../calendar/extension-api/format.js';
import { type StreamedBody, type BufferedBody } from '../../http/response/serialized-response.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { EVENT } from '../../calendar/events/event.names.js';
import { EventsModule } from '../../calendar/events/events.module.js';
import { ORGANIZER } from '../../calendar/organizers/organizer.names.js';
import { OrganizersModule } from '../../calendar/organizers/organizers.module.js';
import { RECORD_PATHS, RecordRefParam } from '../../http/record-path.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { Public } from '../../http/auth/access.decorators.js';
import { type CalendarRequest, type RequestContext, Context } from '../../http/request-context.js';
import { VENUE } from '../../calendar/venues/venue.names.js';
import { VenuesModule } from '../../calendar/venues/venues.module.js';
import { Feeds } from './feeds.service.js';
import { EventFeedQuery, EventsFeedQuery, PublishedFeedQuery } from './feed.query.js';
import { formatsOf } from './formats.js';
import { SitemapController } from './sitemap.controller.js';
import { Sitemap } from './sitemap.service.js';

/** Feeds. The module is imported before the resources, so that `events/12.ics` does not match their routes by id. */
@Module({})
export class FormatsModule {
  /** @param extensions all extensions, also those that the setting turns off */
  static of(extensions: readonly Extension[]): DynamicModule {
    return {
      module: FormatsModule,
      imports: [EventsModule, VenuesModule, OrganizersModule],
      controllers: [...formatControllers(formatsOf(extensions)), SitemapController],
      providers: [Feeds, Sitemap],
    };
  }
}

/**
 * A controller for the formats of each resource. Their routes are the paths of its list and its records with the name of
 * the format as suffix.
 * @throws {Error} for a format of an unsupported resource
 */
export function formatControllers(formats: readonly Format[]): Type[] {
  return [...new Set(formats.map(({ resource }) => resource))].map((resource) => {
    const own = formats.filter((format) => format.resource === resource);
    if (resource === EVENT) return eventFormatsController(own);
    if (resource === VENUE || resource === ORGANIZER) return publishedFormatsController(own);
    throw new Error(`No controller gives ${resource.plural}.${own[0]!.name}: see formats.module.ts.`);
  });
}

/** Parameter decorator: the format with whose name the path of the request ends, in any case, as routes are matched. */
const formatInPath = (formats: readonly Format[]) =>
  createParamDecorator((_data: unknown, execution: ExecutionContext): Format => {
    const { path } = execution.switchToHttp().getRequest<CalendarRequest>();
    const suffix = /\.([a-z]+)\/?$/i.exec(path)?.[1]?.toLowerCase();
    return formats.find(({ name }) => name === suffix)!;
  });

const listPaths = (formats: readonly Format[]) => formats.map(({ resource, name }) => `${resource.plural}.${name}`);

function eventFormatsController(formats: readonly Format[]): Type {
  const FormatInPath = formatInPath(formats);
  const recordPaths = formats
    .filter(({ hasRecordRoutes }) => hasRecordRoutes)
    .flatMap(({ name }) => RECORD_PATHS.map((path) => `${EVENT.plural}/${path}.${name}`));

  @ApiTags(EVENT.plural)
  @Controller()
  @CacheResponses()
  class EventFormatsController {
    constructor(private readonly feeds: Feeds) {}

    @Get(listPaths(formats))
    @Public()
    list(
      @FormatInPath() format: Format,
      @Query() query: EventsFeedQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody | StreamedBody> {
      return this.feeds.list(format, query, context);
    }

    @Get(recordPaths)
    @Public()
    get(
      @FormatInPath() format: Format,
      @RecordRefParam() address: RecordRef,
      @Query() query: EventFeedQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody | StreamedBody> {
      return this.feeds.event(format, address, query, context);
    }
  }
  return EventFormatsController;
}

function publishedFormatsController(formats: readonly Format[]): Type {
  const FormatInPath = formatInPath(formats);

  @ApiTags(formats[0]!.resource.plural)
  @Controller()
  @CacheResponses()
  class PublishedFormatsController {
    constructor(private readonly feeds: Feeds) {}

    @Get(listPaths(formats))
    @Public()
    list(
      @FormatInPath() format: Format,
      @Query() query: PublishedFeedQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody | StreamedBody> {
      return this.feeds.list(format, query, context);
    }
  }
  return PublishedFormatsController;
}
