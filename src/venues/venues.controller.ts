import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs, Public } from '../common/auth/access.decorators.js';
import { Cached } from '../common/cache/cached.decorator.js';
import { type Address } from '../common/errors/api-error.js';
import { RECORD_PATHS, RecordAddress } from '../common/http/address.decorator.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { Context } from '../common/http/context.decorator.js';
import { UpdateRoute } from '../common/http/update-route.decorator.js';
import { DeleteQuery, LanguageQuery, RecordQuery } from '../common/listing/list.query.js';
import { CreateVenueDto, UpdateVenueDto, VenueDto, VenueListDto } from './venue.dto.js';
import { VenuesQuery } from './venues.query.js';
import { VenuesService } from './venues.service.js';

@ApiTags('venues')
@Controller('venues')
export class VenuesController {
  constructor(private readonly venues: VenuesService) {}

  @Get()
  @Public()
  @Cached()
  list(@Query() query: VenuesQuery, @Context() context: RequestContext): Promise<VenueListDto> {
    return this.venues.list(query, context);
  }

  @Post()
  @Needs('contributor')
  create(
    @Body() body: CreateVenueDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.create(body, query, context);
  }

  @Get(RECORD_PATHS)
  @Public()
  @Cached()
  get(
    @RecordAddress() address: Address,
    @Query() query: RecordQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.get(address, query, context);
  }

  @UpdateRoute(RECORD_PATHS)
  @Needs('contributor')
  update(
    @RecordAddress() address: Address,
    @Body() body: UpdateVenueDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.update(address, body, query, context);
  }

  @Delete(RECORD_PATHS)
  @Needs('contributor')
  remove(
    @RecordAddress() address: Address,
    @Query() query: DeleteQuery,
    @Context() context: RequestContext,
  ): Promise<VenueDto> {
    return this.venues.remove(address, query, context);
  }
}
