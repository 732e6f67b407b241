import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CacheResponses } from '../../http/response/response.interceptor.js';
import { RequireRole, ForResource, Public } from '../../http/auth/access.decorators.js';
import { type RequestContext, Context } from '../../http/request-context.js';
import { type RecordRef } from '../../lib/errors/api-error.js';
import { RecordRefParam } from '../../http/record-path.js';
import { CategoriesQuery, CategoryFieldsQuery, CategoryRecordQuery } from './categories.query.js';
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
    @Query() query: CategoryFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.create(body, query, context);
  }

  @Get(':id')
  @Public()
  get(
    @RecordRefParam() address: RecordRef,
    @Query() query: CategoryRecordQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.get(address, query, context);
  }

  @Patch(':id')
  @RequireRole('editor')
  update(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateCategoryDto,
    @Query() query: CategoryFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.update(address, body, query, context);
  }

  @Put(':id')
  @RequireRole('editor')
  updateByPut(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateCategoryDto,
    @Query() query: CategoryFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.update(address, body, query, context);
  }

  @Post(':id')
  @HttpCode(HttpStatus.OK)
  @RequireRole('editor')
  updateByPost(
    @RecordRefParam() address: RecordRef,
    @Body() body: UpdateCategoryDto,
    @Query() query: CategoryFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.update(address, body, query, context);
  }

  @Delete(':id')
  @RequireRole('editor')
  remove(
    @RecordRefParam() address: RecordRef,
    @Query() query: CategoryFieldsQuery,
    @Context() context: RequestContext,
  ): Promise<CategoryDto> {
    return this.categories.remove(address, query, context);
  }
}
