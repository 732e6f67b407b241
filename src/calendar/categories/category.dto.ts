import { ApiProperty } from '@nestjs/swagger';
import { idOrRecord } from '../../http/validation/body-fields.js';
import { Field, ReadOnly, RequiredText } from '../../http/validation/field.js';
import { SearchedListDto } from '../../http/response/paging.dto.js';
import { READ_ONLY, TermBodyDto, TermDto } from '../records/taxonomy/term.dto.js';
import { type OwnReadOnly } from '../../http/validation/dto-class.js';
import { integer } from '../../http/validation/parsers.js';

/** The id of a category, also as the object that a read returned; 0 for none. */
const parentId = idOrRecord(integer({ min: 0 }));

/** A change of a category: fields that are not sent keep their values. */
@ReadOnly({
  ...READ_ONLY,
  ...({ taxonomy: true } satisfies OwnReadOnly<CategoryDto, UpdateCategoryDto, typeof READ_ONLY>),
})
export class UpdateCategoryDto extends TermBodyDto {
  /** Id of the category above; null or 0 for the top level. Not the category itself or one of its descendants. */
  @Field(parentId, { schema: { type: 'integer', minimum: 0, example: 0 } })
  parent?: number | null;
}

/** A new category. */
@RequiredText('name')
export class CreateCategoryDto extends UpdateCategoryDto {}

/** A category. */
export class CategoryDto extends TermDto {
  /** Always `event_category`. */
  @ApiProperty({ enum: ['event_category'] })
  taxonomy!: 'event_category';

  /** Id of the category above; 0 at the top level. */
  @ApiProperty({ type: 'integer', example: 0 })
  parent!: number;
}

/** A page of categories. */
export class CategoryListDto extends SearchedListDto {
  /** The categories of this page. */
  @ApiProperty({ type: [CategoryDto] })
  categories!: CategoryDto[];
}
