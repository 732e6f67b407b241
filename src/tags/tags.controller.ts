import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs, Public } from '../common/auth/access.decorators.js';
import { Cached } from '../common/cache/cached.decorator.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { Context } from '../common/http/context.decorator.js';
import { RecordIdPipe } from '../common/http/record-id.js';
import { UpdateRoute } from '../common/http/update-route.decorator.js';
import { LanguageQuery, RecordQuery } from '../common/listing/list.query.js';
import { TagsQuery } from './tags.query.js';
import { TagsService } from './tags.service.js';
import { TagDto, TagListDto, CreateTagDto, UpdateTagDto } from './tag.dto.js';

@ApiTags('tags')
@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @Public()
  @Cached()
  list(@Query() query: TagsQuery, @Context() context: RequestContext): Promise<TagListDto> {
    return this.tags.list(query, context);
  }

  @Post()
  @Needs('editor')
  create(
    @Body() body: CreateTagDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.create(body, query, context);
  }

  @Get(':id')
  @Public()
  @Cached()
  get(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: RecordQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.get(id, query, context);
  }

  @UpdateRoute(':id')
  @Needs('editor')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateTagDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.update(id, body, query, context);
  }

  @Delete(':id')
  @Needs('editor')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<TagDto> {
    return this.tags.remove(id, query, context);
  }
}
