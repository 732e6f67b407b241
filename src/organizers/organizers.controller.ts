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
import { CreateOrganizerDto, UpdateOrganizerDto, OrganizerDto, OrganizerListDto } from './organizer.dto.js';
import { OrganizersQuery } from './organizers.query.js';
import { OrganizersService } from './organizers.service.js';

@ApiTags('organizers')
@Controller('organizers')
export class OrganizersController {
  constructor(private readonly organizers: OrganizersService) {}

  @Get()
  @Public()
  @Cached()
  list(@Query() query: OrganizersQuery, @Context() context: RequestContext): Promise<OrganizerListDto> {
    return this.organizers.list(query, context);
  }

  @Post()
  @Needs('contributor')
  create(
    @Body() body: CreateOrganizerDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.create(body, query, context);
  }

  @Get(RECORD_PATHS)
  @Public()
  @Cached()
  get(
    @RecordAddress() address: Address,
    @Query() query: RecordQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.get(address, query, context);
  }

  @UpdateRoute(RECORD_PATHS)
  @Needs('contributor')
  update(
    @RecordAddress() address: Address,
    @Body() body: UpdateOrganizerDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.update(address, body, query, context);
  }

  @Delete(RECORD_PATHS)
  @Needs('contributor')
  remove(
    @RecordAddress() address: Address,
    @Query() query: DeleteQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.remove(address, query, context);
  }
}
