import { Module } from '@nestjs/common';
import { CATEGORIES } from './category.resource.js';
import { CategoriesController } from './categories.controller.js';
import { CategoriesService } from './categories.service.js';

@Module({ controllers: [CategoriesController], providers: [CategoriesService], exports: [CategoriesService] })
export class CategoriesModule {
  static readonly resource = CATEGORIES;
}
