import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../../http/auth/access.decorators.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { RECORD_PATHS, RecordRefParam } from '../../http/record-path.js';
import { Context, type RequestContext } from '../../http/request-context.js';
import { CreateSpeakerDto, UpdateSpeakerDto, SpeakerDto, SpeakerListDto } from './speaker.dto.js';
import { SpeakerDeleteQuery, SpeakerFieldsQuery, SpeakerRecordQuery, SpeakersQuery } from './speakers.query.js';
import { SPEAKER } from './speaker.names.js';
import { SpeakersService } from './speakers.service.js';

@ApiTags('speakers')
@Controller('speakers')
@CacheResponses()
@ForResource(SPEAKER)
export class SpeakersController {
  constructor(private readonly speakers: SpeakersService) {}

  @Get()
  @Public()
  list(@Query() query: SpeakersQuery, @Context() context: RequestContext): Promise<SpeakerListDto> {
    return this.speakers.list(query, context);
  }

  @Post()
  @RequireRole('contributor')
  create(
    @Body() body: CreateSpeakerDto,
    @Query() query: SpeakerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<SpeakerDto> {
    return this.speakers.create(body, query, context);
  }

  @Get(RECORD_PATHS)
  @Public()
  get(
    @RecordRefParam() address: RecordRef,
    @Query() query: SpeakerRecordQuery,
    @Context() context: RequestContext,
  ): Promise<SpeakerDto> {
    return this.speakers.get(address, query, context);
  }

  @Patch(RECORD_PATHS)
  @RequireRole('contributor')
  update(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateSpeakerDto,
    @Query() query: SpeakerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<SpeakerDto> {
    return this.speakers.update(address, body, query, context);
  }

  @Put(RECORD_PATHS)
  @RequireRole('contributor')
  updateByPut(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateSpeakerDto,
    @Query() query: SpeakerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<SpeakerDto> {
    return this.speakers.update(address, body, query, context);
  }

  @Post(RECORD_PATHS)
  @HttpCode(HttpStatus.OK)
  @RequireRole('contributor')
  updateByPost(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateSpeakerDto,
    @Query() query: SpeakerFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<SpeakerDto> {
    return this.speakers.update(address, body, query, context);
  }

  @Delete(RECORD_PATHS)
  @RequireRole('contributor')
  remove(
    @RecordRefParam() address: RecordRef,
    @Query() query: SpeakerDeleteQuery,
    @Context() context: RequestContext,
  ): Promise<SpeakerDto> {
    return this.speakers.remove(address, query, context);
  }
}
