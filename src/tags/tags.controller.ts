import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../auth/access.decorators.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { Context } from '../http/context/context.decorator.js';
import { RecordIdPipe } from '../http/record-path.js';
import { FieldsQuery, RecordQuery } from '../content/record.query.js';
import { TagsQuery } from './tags.query.js';
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
  create(@Body() body: CreateTagDto, @Query() query: FieldsQuery, @Context() context: RequestContext): Promise<TagDto> {
    return this.tags.create(body, query, context);
  }

  @Get(':id')
  @Public()
  get(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: RecordQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.get(id, query, context);
  }

  @Patch(':id')
  @RequireRole('editor')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateTagDto,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.update(id, body, query, context);
  }

  @Put(':id')
  @RequireRole('editor')
  updateByPut(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateTagDto,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.update(id, body, query, context);
  }

  @Post(':id')
  @HttpCode(HttpStatus.OK)
  @RequireRole('editor')
  updateByPost(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateTagDto,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.update(id, body, query, context);
  }

  @Delete(':id')
  @RequireRole('editor')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.remove(id, query, context);
  }
}
