import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';
import { ReadOnly, Refused, RequiredText } from '../../http/validation/field.js';
import { SearchedListDto } from '../../http/response/paging.dto.js';
import { READ_ONLY, TermBodyDto, TermDto } from '../records/taxonomy/term.dto.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';

/** A change of a tag: fields that are not sent keep their values. */
@ReadOnly({
  ...READ_ONLY,
  ...({ taxonomy: true } satisfies OwnReadOnly<TagDto, UpdateTagDto, typeof READ_ONLY>),
})
export class UpdateTagDto extends TermBodyDto {
  @ApiHideProperty()
  @Refused((messages) => messages.noParent)
  parent?: never;
}

/** A new tag. */
@RequiredText('name')
export class CreateTagDto extends UpdateTagDto {}

/** A tag. */
export class TagDto extends TermDto {
  /** Always `event_tag`. */
  @ApiProperty({ enum: ['event_tag'] })
  taxonomy!: 'event_tag';
}

/** A page of tags. */
export class TagListDto extends SearchedListDto {
  /** The tags of this page. */
  @ApiProperty({ type: [TagDto] })
  tags!: TagDto[];
}
