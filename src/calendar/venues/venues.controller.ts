import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../../http/auth/access.decorators.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { RECORD_PATHS, RecordRefParam } from '../../http/record-path.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { CreateVenueDto, UpdateVenueDto, VenueDto, VenueListDto } from './venue.dto.js';
import { VenueDeleteQuery, VenueFieldsQuery, VenueRecordQuery, VenuesQuery } from './venues.query.js';
import { VENUE } from './venue.names.js';
import { VenuesService } from './venues.service.js';

@ApiTags('venues')
@Controller('venues')
@CacheResponses()
@ForResource(VENUE)
export class VenuesController {
  constructor(private readonly venues: VenuesService) {}

  @Get()
  @Public()
  list(@Query() query: VenuesQuery, @Context() context: RequestContext): Promise<VenueListDto> {
    return this.venues.list(query, context);
  }

  @Post()
  @RequireRole('contributor')
  create(
    @Body() body: CreateVenueDto,
    @Query() query: VenueFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.create(body, query, context);
  }

  @Get(RECORD_PATHS)
  @Public()
  get(
    @RecordRefParam() address: RecordRef,
    @Query() query: VenueRecordQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.get(address, query, context);
  }

  @Patch(RECORD_PATHS)
  @RequireRole('contributor')
  update(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateVenueDto,
    @Query() query: VenueFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.update(address, body, query, context);
  }

  @Put(RECORD_PATHS)
  @RequireRole('contributor')
  updateByPut(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateVenueDto,
    @Query() query: VenueFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.update(address, body, query, context);
  }

  @Post(RECORD_PATHS)
  @HttpCode(HttpStatus.OK)
  @RequireRole('contributor')
  updateByPost(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateVenueDto,
    @Query() query: VenueFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.update(address, body, query, context);
  }

  @Delete(RECORD_PATHS)
  @RequireRole('contributor')
  remove(
    @RecordRefParam() address: RecordRef,
    @Query() query: VenueDeleteQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.remove(address, query, context);
  }
}
