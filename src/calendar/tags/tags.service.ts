import { Injectable } from '@nestjs/common';
import { TermsService } from '../resource/terms.service.js';
import { type TagsQuery } from './tags.query.js';
import { type TagDto, type TagListDto, type UpdateTagDto } from './tag.dto.js';
import { type Tag } from './tag.entity.js';
import { TAGS } from './tag.resource.js';

@Injectable()
export class TagsService extends TermsService<Tag, UpdateTagDto, TagDto, TagsQuery, TagListDto> {
  constructor() {
    super(TAGS);
  }
}
