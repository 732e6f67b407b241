import { ApiProperty } from '@nestjs/swagger';
import { isPlainObject } from '../common/fields/body-fields.js';
import { Field } from '../common/fields/field.js';
import { PagingDto } from '../common/listing/paging.dto.js';
import { type Audience } from '../common/records/published-record.dto.js';
import { READ_ONLY, TermBodyDto, TermDto, termFields } from '../common/terms/term.dto.js';
import { type Parser } from '../common/values/parser.js';
import { integer } from '../common/values/scalars.js';
import { type Category } from './category.entity.js';
import { CATEGORY } from './category.kind.js';

/** The id of a category, also as the object that a read answered; 0 for none. */
const parseParent: Parser<number> = (raw) =>
  integer({ min: 0 })(isPlainObject(raw) && Object.hasOwn(raw, 'id') ? raw.id : raw);

/** A change of a category: what is not sent is kept. */
export class UpdateCategoryDto extends TermBodyDto {
  /** Id of the category above; null or 0 for the top level. Not the category itself or one of its descendants. */
  @Field(parseParent, { schema: { type: 'integer', minimum: 0, example: 0 } })
  parent?: number | null;

  static readonly readOnly: Readonly<Record<string, true>> = { ...READ_ONLY, taxonomy: true };
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

  static of(category: Category, audience: Audience): CategoryDto {
    const fields = termFields(CATEGORY, category, audience);
    return { ...fields, taxonomy: 'event_category', parent: category.parentId ?? 0 };
  }
}

/** A page of categories. */
export class CategoryListDto extends PagingDto {
  /** The categories of this page. */
  @ApiProperty({ type: [CategoryDto] })
  categories!: CategoryDto[];
}
