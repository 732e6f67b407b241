import { Injectable } from '@nestjs/common';
import { TermsService } from '../resource/terms.service.js';
import { type CategoriesQuery } from './categories.query.js';
import { type CategoryDto, type CategoryListDto, type UpdateCategoryDto } from './category.dto.js';
import { type Category } from './category.entity.js';
import { CATEGORIES } from './category.resource.js';

@Injectable()
export class CategoriesService extends TermsService<
  Category,
  UpdateCategoryDto,
  CategoryDto,
  CategoriesQuery,
  CategoryListDto
> {
  constructor() {
    super(CATEGORIES);
  }
}
