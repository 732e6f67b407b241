import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../../http/auth/access.decorators.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { RecordRefParam } from '../../http/record-path.js';
import { TagsQuery, TagFieldsQuery, TagRecordQuery } from './tags.query.js';
import { TAG } from './tag.names.js';
import { TagsService } from './tags.service.js';
import { TagDto, TagListDto, CreateTagDto, UpdateTagDto } from './tag.dto.js';

@ApiTags('tags')
@Controller('tags')
@CacheResponses()
@ForResource(TAG)
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @Public()
  list(@Query() query: TagsQuery, @Context() context: RequestContext): Promise<TagListDto> {
    return this.tags.list(query, context);
  }

  @Post()
  @RequireRole('editor')
  create(
    @Body() body: CreateTagDto,
    @Query() query: TagFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.create(body, query, context);
  }

  @Get(':id')
  @Public()
  get(
    @RecordRefParam() address: RecordRef,
    @Query() query: TagRecordQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.get(address, query, context);
  }

  @Patch(':id')
  @RequireRole('editor')
  update(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateTagDto,
    @Query() query: TagFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.update(address, body, query, context);
  }

  @Put(':id')
  @RequireRole('editor')
  updateByPut(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateTagDto,
    @Query() query: TagFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.update(address, body, query, context);
  }

  @Post(':id')
  @HttpCode(HttpStatus.OK)
  @RequireRole('editor')
  updateByPost(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateTagDto,
    @Query() query: TagFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.update(address, body, query, context);
  }

  @Delete(':id')
  @RequireRole('editor')
  remove(
    @RecordRefParam() address: RecordRef,
    @Query() query: TagFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.remove(address, query, context);
  }
}
