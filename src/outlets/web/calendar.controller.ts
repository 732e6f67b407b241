import { Controller, Get, Query, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../http/auth/access.decorators.js';
import { PAGES_PATH } from '../../http/language/request-language.js';
import { Context, type RequestContext } from '../../http/request-context.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { CalendarQuery, EmbedQuery } from './calendar.query.js';
import { CalendarService } from './calendar.service.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageController } from './page-routes.js';

/** The calendar: `/en`. */
@PageController(PAGES_PATH)
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  @Public()
  show(@Query() query: CalendarQuery, @Context() context: RequestContext): Promise<BufferedBody> {
    return this.calendar.show(query, context);
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
