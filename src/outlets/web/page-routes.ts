import {
  applyDecorators,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  type Type,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { EVENT } from '../../calendar/events/event.names.js';
import { named } from '../../calendar/editing/controller-of-resource.js';
import { type ResourceDefinition } from '../../calendar/resource/definition.js';
import { Public } from '../../http/auth/access.decorators.js';
import { bodyOf } from '../../http/language/request-language.js';
import { type CalendarRequest, Context, type RequestContext } from '../../http/request-context.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { CalendarQuery } from './calendar.query.js';
import { CalendarService } from './calendar.service.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageQuery, RecordIndexQuery } from './page.query.js';
import { PagesGuard } from './pages.guard.js';
import { RecordIndexes } from './record-indexes.service.js';
import { RecordPages } from './record-pages.service.js';
import { pagesPathOf } from './routes.js';

/** A controller of pages below a language. */
export const PageController = (path: string) =>
  applyDecorators(
    ApiExcludeController(),
    Controller(path),
    CacheResponses(),
    UseGuards(PagesGuard),
    UseFilters(PageErrorFilter),
  );

/** The controller of the pages of events, venues or organizers: `/en/events/summer-concert`. */
export function recordPagesOf(resource: ResourceDefinition): Type {
  const { plural: kind } = resource.names;

  @PageController(pagesPathOf(kind))
  class RecordPagesController {
    constructor(private readonly pages: RecordPages) {}

    @Get(':slug')
    @Public()
    show(
      @Param('slug') slug: string,
      @Query() _query: PageQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody> {
      return this.pages.show({ kind, slug: slug.toLowerCase() }, context);
    }
  }
  return named(RecordPagesController, resource, (singular) => `${singular}PagesController`);
}

/** The controller of the list of venues or organizers: `/en/venues`. That of events is the calendar. */
export function recordIndexOf(resource: ResourceDefinition): Type {
  const { plural: kind } = resource.names;

  @PageController(pagesPathOf(kind))
  class RecordIndexController {
    constructor(private readonly indexes: RecordIndexes) {}

    @Get()
    @Public()
    list(@Query() { page = 1 }: RecordIndexQuery, @Context() context: RequestContext): Promise<BufferedBody> {
      return this.indexes.show(kind, page, context);
    }
  }
  return named(RecordIndexController, resource, (singular) => `${singular}IndexController`);
}

/** The controller of the pages of categories or tags, the calendar with that filter: `/fr/categories/concerts`. */
export function termPagesOf(resource: ResourceDefinition): Type {
  const { plural: kind } = resource.names;

  @PageController(pagesPathOf(kind))
  class TermPagesController {
    constructor(private readonly calendar: CalendarService) {}

    @Get(':slug')
    @Public()
    show(
      @Param('slug') slug: string,
      @Query() query: CalendarQuery,
      @Context() context: RequestContext,
    ): Promise<BufferedBody> {
      return this.calendar.showTerm(kind, slug.toLowerCase(), query, context);
    }
  }
  return named(TermPagesController, resource, (singular) => `${singular}PagesController`);
}

/** Opens an event with its password, which is never in an address. */
@PageController(pagesPathOf(EVENT.plural))
export class ProtectedEventController {
  constructor(private readonly pages: RecordPages) {}

  @Post(':slug')
  @HttpCode(200)
  @Public()
  unlock(
    @Req() request: CalendarRequest,
    @Param('slug') slug: string,
    @Context() context: RequestContext,
  ): Promise<BufferedBody> {
    const { password } = bodyOf(request);
    const given = typeof password === 'string' ? password : '';
    return this.pages.show({ kind: EVENT.plural, slug: slug.toLowerCase(), password: given }, context);
  }
}
