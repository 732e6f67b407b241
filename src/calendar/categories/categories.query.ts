import { FieldsQuery, RecordQuery } from '../records/reading/record.query.js';
import { Parameter } from '../../http/validation/field.js';
import { type Listing } from '../list/listing.js';
import { TERM_SORTS, termFilters, TermsQuery } from '../list/terms.query.js';
import { integer, oneOf } from '../../http/validation/parsers.js';
import { CategoryTranslation } from './category.entity.js';
import { CategoryDto } from './category.dto.js';
import { CATEGORY } from './category.names.js';
import { withAncestors } from './tree.js';

const CATEGORY_SORTS = [...TERM_SORTS, 'parent'] as const;

/** The parameters of the list of categories. */
export class CategoriesQuery extends TermsQuery {
  static override readonly response = CategoryDto;

  /** Directly below this category; 0 for the top level. */
  @Parameter(integer({ min: 0 }), { schema: { type: 'integer', minimum: 0, example: 0 } })
  parent?: number;

  /** Sort field. */
  @Parameter(oneOf(CATEGORY_SORTS), { schema: { enum: [...CATEGORY_SORTS], default: 'name' } })
  orderby?: (typeof CATEGORY_SORTS)[number];
}

/** The parameters of reads of one category. */
export class CategoryRecordQuery extends RecordQuery {
  static override readonly response = CategoryDto;
}

/** The parameters of writes of categories. */
export class CategoryFieldsQuery extends FieldsQuery {
  static override readonly response = CategoryDto;
}

export const categoryListing: Listing<CategoriesQuery> = {
  resource: CATEGORY,
  translation: CategoryTranslation,
  filters: {
    ...termFilters(CATEGORY, CategoryTranslation, withAncestors),
    parent: (rows, parent) =>
      void (parent === 0
        ? rows.andWhere('category.parentId IS NULL')
        : rows.andWhere('category.parentId = :parent', { parent })),
  },
  sorts: {
    name: 'shown.nameKey',
    slug: 'shown.shownSlug',
    description: 'shown.descriptionKey',
    id: 'category.id',
    count: 'category.count',
    parent: 'category.parentId',
  },
  defaultSort: ['shown.nameKey', 'ASC'],
};
