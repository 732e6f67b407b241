import { FieldsQuery, RecordQuery } from '../records/reading/record.query.js';
import { Parameter } from '../../http/validation/field.js';
import { type Listing } from '../list/listing.js';
import { TERM_SORTS, termFilters, TermsQuery } from '../list/terms.query.js';
import { oneOf } from '../../http/validation/parsers.js';
import { TagTranslation } from './tag.entity.js';
import { TagDto } from './tag.dto.js';
import { TAG } from './tag.names.js';

/** The parameters of the list of tags. */
export class TagsQuery extends TermsQuery {
  static override readonly response = TagDto;

  /** Sort field. */
  @Parameter(oneOf(TERM_SORTS), { schema: { enum: [...TERM_SORTS], default: 'name' } })
  orderby?: (typeof TERM_SORTS)[number];
}

/** The parameters of reads of one tag. */
export class TagRecordQuery extends RecordQuery {
  static override readonly response = TagDto;
}

/** The parameters of writes of tags. */
export class TagFieldsQuery extends FieldsQuery {
  static override readonly response = TagDto;
}

export const tagListing: Listing<TagsQuery> = {
  resource: TAG,
  translation: TagTranslation,
  filters: termFilters(TAG, TagTranslation, (used) => `SELECT term.id FROM tags term WHERE ${used}`),
  sorts: {
    name: 'shown.nameKey',
    slug: 'shown.shownSlug',
    description: 'shown.descriptionKey',
    id: 'tag.id',
    count: 'tag.count',
  },
  defaultSort: ['shown.nameKey', 'ASC'],
};
