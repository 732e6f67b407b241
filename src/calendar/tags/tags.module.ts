import { Module } from '@nestjs/common';
import { TAGS } from './tag.resource.js';
import { TagsController } from './tags.controller.js';
import { TagsService } from './tags.service.js';

@Module({ controllers: [TagsController], providers: [TagsService], exports: [TagsService] })
export class TagsModule {
  static readonly resource = TAGS;
}
