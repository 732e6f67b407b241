import { Controller, createParamDecorator, type ExecutionContext, Get, Query, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Format } from '../extension-api/format.js';
import { type StreamedBody, type BufferedBody } from '../http/response/serialized-response.js';
import { type RecordRef } from '../errors/api-error.js';
import { EVENT } from '../events/event.names.js';
import { type ResourceNames } from '../i18n/resource-names.js';
import { ORGANIZER } from '../organizers/organizer.names.js';
import { RECORD_PATHS, RecordRefParam } from '../http/record-path.js';
import { CacheResponses } from '../http/response/response.interceptor.js';
import { Public } from '../auth/access.decorators.js';
import { type CalendarRequest, type RequestContext, Context } from '../http/calendar-request.js';
import { VENUE } from '../venues/venue.names.js';
import { Feeds } from './feeds.service.js';
import { EventFeedQuery, EventsFeedQuery, LinkedFeedQuery } from './feed.query.js';
import { type FormatPath, formatPath } from './formats.js';

/** Parameter decorator: the list and the format in the path of the request. */
const FormatInPath = createParamDecorator((_data: unknown, execution: ExecutionContext): FormatPath =>
  formatPath(execution.switchToHttp().getRequest<CalendarRequest>().path),
);

/**
 * The routes of formats: the path of a list or record with the name of the format as suffix.
 * @throws {Error} for a format of an unsupported resource
 */
export function formatControllers(formats: readonly Format[]): Type[] {
  const formatsFor = (resource: ResourceNames) => formats.filter((format) => format.resource === resource);
  const controllerFactories: [ResourceNames, (formats: readonly Format[]) => Type][] = [
    [EVENT, eventFormatsController],
    [VENUE, linkedFormatsController],
    [ORGANIZER, linkedFormatsController],
  ];
  const unsupported = formats.find(({ resource }) => !controllerFactories.some(([one]) => one === resource));
  if (unsupported)
    throw new Error(
      `No controller gives ${unsupported.resource.plural}.${unsupported.name}: format-controllers.ts has one for each kind.`,
    );
  // A controller without paths would be routed to the root.
  return controllerFactories
    .filter(([resource]) => formatsFor(resource).length > 0)
    .map(([resource, createController]) => createController(formatsFor(resource)));
}

const listPaths = (formats: readonly Format[]) => formats.map(({ resource, name }) => `${resource.plural}.${name}`);

const recordPaths = (formats: readonly Format[]) =>
  formats
    .filter(({ hasRecordRoutes }) => hasRecordRoutes)
    .flatMap(({ resource, name }) => RECORD_PATHS.map((path) => `${resource.plural}/${path}.${name}`));

function eventFormatsController(formats: readonly Format[]): Type {
  @ApiTags(EVENT.plural)
  @Controller()
  @CacheResponses()
  class EventFormatsController {
    constructor(private readonly feeds: Feeds) {}

    @Get(listPaths(formats))
    @Public()
    list(
      @FormatInPath() path: FormatPath,
      @Query() query: EventsFeedQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody | StreamedBody> {
      return this.feeds.list(path, query, context);
    }

    @Get(recordPaths(formats))
    @Public()
    get(
      @FormatInPath() path: FormatPath,
      @RecordRefParam() address: RecordRef,
      @Query() query: EventFeedQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody | StreamedBody> {
      return this.feeds.event(path, address, query, context);
    }
  }
  return EventFormatsController;
}

function linkedFormatsController(formats: readonly Format[]): Type {
  @ApiTags(formats[0]!.resource.plural)
  @Controller()
  @CacheResponses()
  class LinkedFormatsController {
    constructor(private readonly feeds: Feeds) {}

    @Get(listPaths(formats))
    @Public()
    list(
      @FormatInPath() path: FormatPath,
      @Query() query: LinkedFeedQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody | StreamedBody> {
      return this.feeds.list(path, query, context);
    }
  }
  return LinkedFormatsController;
}
