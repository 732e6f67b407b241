import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Needs, Public } from '../common/auth/access.decorators.js';
import { Cached } from '../common/cache/cached.decorator.js';
import { type FinishedList } from '../common/cache/finished-list.js';
import { type FinishedRecord } from '../common/cache/finished-record.js';
import { type Address } from '../common/errors/api-error.js';
import { RECORD_PATHS, RecordAddress } from '../common/http/address.decorator.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { Context } from '../common/http/context.decorator.js';
import { UpdateRoute } from '../common/http/update-route.decorator.js';
import { CreateEventDto, EventDto, EventListDto, UpdateEventDto } from './event.dto.js';
import { EventDeleteQuery, EventRecordQuery, EventsQuery, EventWriteQuery } from './events.query.js';
import { EventsService } from './events.service.js';

@ApiTags('events')
@Controller('events')
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Public()
  @ApiOkResponse({ type: EventListDto })
  @Cached()
  list(@Query() query: EventsQuery, @Context() context: RequestContext): Promise<FinishedList> {
    return this.events.list(query, context);
  }

  @Post()
  @Needs('contributor')
  create(
    @Body() body: CreateEventDto,
    @Query() query: EventWriteQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.create(body, query, context);
  }

  @Get(RECORD_PATHS)
  @Public()
  @ApiOkResponse({ type: EventDto })
  @Cached()
  get(
    @RecordAddress() address: Address,
    @Query() query: EventRecordQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto | FinishedRecord> {
    return this.events.get(address, query, context);
  }

  @UpdateRoute(RECORD_PATHS)
  @Needs('contributor')
  update(
    @RecordAddress() address: Address,
    @Body() body: UpdateEventDto,
    @Query() query: EventWriteQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.update(address, body, query, context);
  }

  @Delete(RECORD_PATHS)
  @Needs('contributor')
  remove(
    @RecordAddress() address: Address,
    @Query() query: EventDeleteQuery,
    @Context() context: RequestContext,
  ): Promise<EventDto> {
    return this.events.remove(address, query, context);
  }
}
