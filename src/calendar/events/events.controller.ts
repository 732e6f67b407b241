import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../../http/auth/access.decorators.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { RECORD_PATHS, RecordRefParam } from '../../http/record-path.js';
import { LanguageQuery } from '../../http/language/language.query.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { CreateEventDto, EventDto, EventListDto, UpdateEventDto } from './event.dto.js';
import { EventCountsDto } from './event-counts.dto.js';
import { EventCountsQuery } from './event-counts.query.js';
import { EventDeleteQuery, EventRecordQuery, EventsQuery, EventUpdateQuery, EventWriteQuery } from './events.query.js';
import { EVENT } from './event.names.js';
import { EventsService } from './events.service.js';
import { PreviewedOccurrencesDto, PreviewOccurrencesDto } from './series/preview.dto.js';
import { SeriesPreviews } from './series/preview.service.js';

@ApiTags('events')
@Controller('events')
@CacheResponses()
@ForResource(EVENT)
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly previews: SeriesPreviews,
  ) {}

  @Get()
  @Public()
  list(@Query() query: EventsQuery, @Context() context: RequestContext): Promise<EventListDto> {
    return this.events.list(query, context);
  }

  @Get('counts')
  @Public()
  count(@Query() query: EventCountsQuery, @Context() context: RequestContext): Promise<EventCountsDto> {
    return this.events.count(query, context);
  }

  @Post()
  @RequireRole('contributor')
  create(
    @Body() body: CreateEventDto,
    @Query() query: EventWriteQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.create(body, query, context);
  }

  @Post('occurrences')
  @HttpCode(HttpStatus.OK)
  @RequireRole('contributor')
  previewOccurrences(
    @Body() body: PreviewOccurrencesDto,
    @Query() _query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<PreviewedOccurrencesDto> {
    return this.previews.preview(body, context);
  }

  @Get(RECORD_PATHS)
  @Public()
  get(
    @RecordRefParam() address: RecordRef,
    @Query() query: EventRecordQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.get(address, query, context);
  }

  @Patch(RECORD_PATHS)
  @RequireRole('contributor')
  update(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateEventDto,
    @Query() query: EventUpdateQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.update(address, body, query, context);
  }

  @Put(RECORD_PATHS)
  @RequireRole('contributor')
  updateByPut(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateEventDto,
    @Query() query: EventUpdateQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.update(address, body, query, context);
  }

  @Post(RECORD_PATHS)
  @HttpCode(HttpStatus.OK)
  @RequireRole('contributor')
  updateByPost(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateEventDto,
    @Query() query: EventUpdateQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.update(address, body, query, context);
  }

  @Delete(RECORD_PATHS)
  @RequireRole('contributor')
  remove(
    @RecordRefParam() address: RecordRef,
    @Query() query: EventDeleteQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.remove(address, query, context);
  }
}
