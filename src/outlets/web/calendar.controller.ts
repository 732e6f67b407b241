import { Controller, Get, Param, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../http/auth/access.decorators.js';
import { PAGES_PATH } from '../../http/language/request-language.js';
import { type CalendarRequest, Context, type RequestContext } from '../../http/request-context.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { CalendarQuery, EmbedQuery } from './calendar.query.js';
import { CalendarService } from './calendar.service.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PagesGuard } from './pages.guard.js';
import { kindOf, TERM_PAGES } from './routes.js';

/** The calendar, whole and by category or tag: `/en`, `/fr/categories/concerts`. */
@ApiExcludeController()
@Controller()
@CacheResponses()
@UseGuards(PagesGuard)
@UseFilters(PageErrorFilter)
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  @Get(PAGES_PATH)
  @Public()
  show(@Query() query: CalendarQuery, @Context() context: RequestContext): Promise<BufferedBody> {
    return this.calendar.show(query, context);
  }

  @Get(TERM_PAGES)
  @Public()
  showTerm(
    @Req() request: CalendarRequest,
    @Param('slug') slug: string,
    @Query() query: CalendarQuery,
    @Context() context: RequestContext,
  ): Promise<BufferedBody> {
    return this.calendar.showTerm(kindOf(request.path), slug.toLowerCase(), query, context);
  }
}

/** The calendar for frames of the sites in `FRAME_ANCESTORS`. */
@ApiExcludeController()
@Controller('embed')
@CacheResponses()
@UseFilters(PageErrorFilter)
export class EmbedController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  @Public()
  embed(@Query() query: EmbedQuery, @Context() context: RequestContext): Promise<BufferedBody> {
    return this.calendar.embed(query, context);
  }
}
