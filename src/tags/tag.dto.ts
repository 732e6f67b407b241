import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';
import { Refused } from '../common/fields/field.js';
import { PagingDto } from '../common/listing/paging.dto.js';
import { type Audience } from '../common/records/published-record.dto.js';
import { READ_ONLY, TermBodyDto, TermDto, termFields } from '../common/terms/term.dto.js';
import { type Tag } from './tag.entity.js';
import { TAG } from './tag.kind.js';

/** A change of a tag: what is not sent is kept. */
export class UpdateTagDto extends TermBodyDto {
  @ApiHideProperty()
  @Refused((messages) => messages.noParent)
  parent?: never;

  static readonly readOnly: Readonly<Record<string, true>> = { ...READ_ONLY, taxonomy: true };
}

/** A new tag. */
export class CreateTagDto extends UpdateTagDto {}

/** A tag. */
export class TagDto extends TermDto {
  /** Always `event_tag`. */
  @ApiProperty({ enum: ['event_tag'] })
  taxonomy!: 'event_tag';

  static of(tag: Tag, audience: Audience): TagDto {
    return { ...termFields(TAG, tag, audience), taxonomy: 'event_tag' };
  }
}

/** A page of tags. */
export class TagListDto extends PagingDto {
  /** The tags of this page. */
  @ApiProperty({ type: [TagDto] })
  tags!: TagDto[];
}
