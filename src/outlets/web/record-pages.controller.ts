import { Controller, Get, HttpCode, Param, Post, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { EVENT } from '../../calendar/events/event.names.js';
import { Public } from '../../http/auth/access.decorators.js';
import { bodyOf } from '../../http/language/request-language.js';
import { type CalendarRequest, Context, type RequestContext } from '../../http/request-context.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageQuery, RecordIndexQuery } from './page.query.js';
import { PagesGuard } from './pages.guard.js';
import { RecordIndexes } from './record-indexes.service.js';
import { RecordPages } from './record-pages.service.js';
import { EVENT_PAGES, kindOf, RECORD_INDEXES, RECORD_PAGES } from './routes.js';

/** The pages of records: `/en/events/summer-concert`, and their lists: `/en/venues`. */
@ApiExcludeController()
@Controller()
@CacheResponses()
@UseGuards(PagesGuard)
@UseFilters(PageErrorFilter)
export class RecordPagesController {
  constructor(
    private readonly pages: RecordPages,
    private readonly indexes: RecordIndexes,
  ) {}

  @Get(RECORD_INDEXES)
  @Public()
  list(
    @Req() request: CalendarRequest,
    @Query() { page = 1 }: RecordIndexQuery,
    @Context() context: RequestContext,
  ): Promise<BufferedBody> {
    return this.indexes.show(kindOf(request.path), page, context);
  }

  @Get(RECORD_PAGES)
  @Public()
  show(
    @Req() request: CalendarRequest,
    @Param('slug') slug: string,
    @Query() _query: PageQuery,
    @Context() context: RequestContext,
  ): Promise<BufferedBody> {
    return this.pages.show({ kind: kindOf(request.path), slug: slug.toLowerCase() }, context);
  }

  /** Opens an event with its password, which is never in an address. */
  @Post(EVENT_PAGES)
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
