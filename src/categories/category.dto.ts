import { ApiProperty } from '@nestjs/swagger';
import { givenId } from '../requests/fields/body-fields.js';
import { Field } from '../requests/fields/field.js';
import { PagingDto } from '../lists/paging.dto.js';
import { READ_ONLY, TermBodyDto, TermDto } from '../records/terms/term.dto.js';
import { type OwnReadOnly, type Parser } from '../values/parser.js';
import { integer } from '../values/scalars.js';

/** The id of a category, also as the object that a read answered; 0 for none. */
const parseParent: Parser<number> = (raw) => integer({ min: 0 })(givenId(raw));

/** A change of a category: what is not sent is kept. */
export class UpdateCategoryDto extends TermBodyDto {
  /** Id of the category above; null or 0 for the top level. Not the category itself or one of its descendants. */
  @Field(parseParent, { schema: { type: 'integer', minimum: 0, example: 0 } })
  parent?: number | null;

  static readonly readOnly: Readonly<Record<string, true>> = {
    ...READ_ONLY,
    ...({ taxonomy: true } satisfies OwnReadOnly<CategoryDto, UpdateCategoryDto, typeof READ_ONLY>),
  };
}

/** A new category. */
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
export class CategoryListDto extends PagingDto {
  /** The categories of this page. */
  @ApiProperty({ type: [CategoryDto] })
  categories!: CategoryDto[];
}
