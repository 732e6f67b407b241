import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type StreamedBody, type BufferedBody } from '../../http/response/serialized-response.js';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { Public } from '../../http/auth/access.decorators.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { SitemapQuery } from './feed.query.js';
import { Sitemap } from './sitemap.service.js';

const XML = { content: { 'application/xml': { schema: { type: 'string' } } } } as const;

@ApiTags('sitemap')
@Controller()
@CacheResponses()
export class SitemapController {
  constructor(private readonly sitemap: Sitemap) {}

  @Get('sitemap.xml')
  @Public()
  @ApiOkResponse(XML)
  getSitemap(@Query() query: SitemapQuery, @Context() context: RequestContext): Promise<BufferedBody | StreamedBody> {
    return this.sitemap.build(undefined, query, context);
  }

  @Get('sitemap-:part.xml')
  @Public()
  @ApiOkResponse(XML)
  getSitemapPart(
    @Param('part') part: string,
    @Query() query: SitemapQuery,
    @Context() context: RequestContext,
  ): Promise<BufferedBody | StreamedBody> {
    return this.sitemap.build(part, query, context);
  }
}
