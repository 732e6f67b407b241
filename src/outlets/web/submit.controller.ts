import { Controller, Get, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { ForKeys, Public } from '../../http/auth/access.decorators.js';
import { PAGES_PATH } from '../../http/language/request-language.js';
import { OtherBody } from '../../http/parse-request.js';
import { type CalendarRequest, Context, type RequestContext } from '../../http/request-context.js';
import { type BufferedBody } from '../../http/response/serialized-response.js';
import { SubmissionsGuard } from '../submissions/submissions.guard.js';
import { PageErrorFilter } from './page-error.filter.js';
import { SubmitQuery } from './page.query.js';
import { PagesGuard } from './pages.guard.js';
import { SUBMIT_FOLDERS } from './routes.js';
import { SubmitPages } from './submit-pages.service.js';

const PATHS = Object.values(SUBMIT_FOLDERS);

/** The form with which visitors send events: `/en/submit` and `/fr/proposer`. It is not shared, since it has a token. */
@ApiExcludeController()
@Controller(PAGES_PATH)
@ForKeys('any')
@UseGuards(PagesGuard, SubmissionsGuard)
@UseFilters(PageErrorFilter)
export class SubmitController {
  constructor(private readonly pages: SubmitPages) {}

  @Get(PATHS)
  @Public()
  show(
    @Query() query: SubmitQuery,
    @Req() request: CalendarRequest,
    @Res({ passthrough: true }) response: Response,
    @Context() context: RequestContext,
  ): Promise<BufferedBody> {
    return this.pages.show(query, { request, response, context });
  }

  @Post(PATHS)
  @Public()
  @OtherBody()
  submit(
    @Query() query: SubmitQuery,
    @Req() request: CalendarRequest,
    @Res({ passthrough: true }) response: Response,
    @Context() context: RequestContext,
  ): Promise<BufferedBody> {
    return this.pages.submit(query, { request, response, context });
  }
}
