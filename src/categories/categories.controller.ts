import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../auth/access.decorators.js';
import { type RequestContext } from '../http/context/calendar-request.js';
import { Context } from '../http/context/context.decorator.js';
import { RecordIdPipe } from '../http/record-path.js';
import { FieldsQuery, RecordQuery } from '../content/record.query.js';
import { CategoriesQuery } from './categories.query.js';
import { CATEGORY } from './category.names.js';
import { CategoriesService } from './categories.service.js';
import { CategoryDto, CategoryListDto, CreateCategoryDto, UpdateCategoryDto } from './category.dto.js';

@ApiTags('categories')
@Controller('categories')
@CacheResponses()
@ForResource(CATEGORY)
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @Public()
  list(@Query() query: CategoriesQuery, @Context() context: RequestContext): Promise<CategoryListDto> {
    return this.categories.list(query, context);
  }

  @Post()
  @RequireRole('editor')
  create(
    @Body() body: CreateCategoryDto,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.create(body, query, context);
  }

  @Get(':id')
  @Public()
  get(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: RecordQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.get(id, query, context);
  }

  @Patch(':id')
  @RequireRole('editor')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateCategoryDto,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.update(id, body, query, context);
  }

  @Put(':id')
  @RequireRole('editor')
  updateByPut(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateCategoryDto,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.update(id, body, query, context);
  }

  @Post(':id')
  @HttpCode(HttpStatus.OK)
  @RequireRole('editor')
  updateByPost(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: UpdateCategoryDto,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.update(id, body, query, context);
  }

  @Delete(':id')
  @RequireRole('editor')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: FieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.remove(id, query, context);
  }
}
