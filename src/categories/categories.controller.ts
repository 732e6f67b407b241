import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Needs, Public } from '../common/auth/access.decorators.js';
import { Cached } from '../common/cache/cached.decorator.js';
import { type RequestContext } from '../common/http/calendar-request.js';
import { Context } from '../common/http/context.decorator.js';
import { RecordIdPipe } from '../common/http/record-id.js';
import { UpdateRoute } from '../common/http/update-route.decorator.js';
import { LanguageQuery, RecordQuery } from '../common/listing/list.query.js';
import { CategoriesQuery } from './categories.query.js';
import { CategoriesService } from './categories.service.js';
import { CategoryDto, CategoryListDto, CreateCategoryDto, UpdateCategoryDto } from './category.dto.js';

@ApiTags('categories')
@Controller('categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @Public()
  @Cached()
  list(@Query() query: CategoriesQuery, @Context() context: RequestContext): Promise<CategoryListDto> {
    return this.categories.list(query, context);
  }

  @Post()
  @Needs('editor')
  create(
    @Body() body: CreateCategoryDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.create(body, query, context);
  }

  @Get(':id')
  @Public()
  @Cached()
  get(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: RecordQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.get(id, query, context);
  }

  @UpdateRoute(':id')
  @Needs('editor')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateCategoryDto,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.update(id, body, query, context);
  }

  @Delete(':id')
  @Needs('editor')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: LanguageQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.remove(id, query, context);
  }
}
