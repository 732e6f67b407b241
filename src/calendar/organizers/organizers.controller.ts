import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../../http/auth/access.decorators.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { RECORD_PATHS, RecordRefParam } from '../../http/record-path.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { CreateOrganizerDto, UpdateOrganizerDto, OrganizerDto, OrganizerListDto } from './organizer.dto.js';
import {
  OrganizerDeleteQuery,
  OrganizerFieldsQuery,
  OrganizerRecordQuery,
  OrganizersQuery,
} from './organizers.query.js';
import { ORGANIZER } from './organizer.names.js';
import { OrganizersService } from './organizers.service.js';

@ApiTags('organizers')
@Controller('organizers')
@CacheResponses()
@ForResource(ORGANIZER)
export class OrganizersController {
  constructor(private readonly organizers: OrganizersService) {}

  @Get()
  @Public()
  list(@Query() query: OrganizersQuery, @Context() context: RequestContext): Promise<OrganizerListDto> {
    return this.organizers.list(query, context);
  }

  @Post()
  @RequireRole('contributor')
  create(
    @Body() body: CreateOrganizerDto,
    @Query() query: OrganizerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.create(body, query, context);
  }

  @Get(RECORD_PATHS)
  @Public()
  get(
    @RecordRefParam() address: RecordRef,
    @Query() query: OrganizerRecordQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.get(address, query, context);
  }

  @Patch(RECORD_PATHS)
  @RequireRole('contributor')
  update(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateOrganizerDto,
    @Query() query: OrganizerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.update(address, body, query, context);
  }

  @Put(RECORD_PATHS)
  @RequireRole('contributor')
  updateByPut(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateOrganizerDto,
    @Query() query: OrganizerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.update(address, body, query, context);
  }

  @Post(RECORD_PATHS)
  @HttpCode(HttpStatus.OK)
  @RequireRole('contributor')
  updateByPost(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateOrganizerDto,
    @Query() query: OrganizerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.update(address, body, query, context);
  }

  @Delete(RECORD_PATHS)
  @RequireRole('contributor')
  remove(
    @RecordRefParam() address: RecordRef,
    @Query() query: OrganizerDeleteQuery,
    @Context() context: RequestContext,
  ): Promise<OrganizerDto> {
    return this.organizers.remove(address, query, context);
  }
}
