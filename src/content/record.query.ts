import { LanguageQuery } from '../language/language.query.js';
import { Parameter } from '../validation/field.js';
import { parseFieldPaths } from '../validation/lists.js';
import { oneOf, boolean } from '../validation/scalars.js';

/** The parameters of all routes that return records. */
export class FieldsQuery extends LanguageQuery {
  /** Returns only these fields of each record; nested fields are written with dots (`venue.city`). */
  @Parameter(parseFieldPaths, {
    emptyIsAbsent: true,
    schema: { type: 'array', items: { type: 'string' }, example: ['id', 'url'] },
  })
  _fields?: string[];
}

/** The parameters of reads of one record. */
export class RecordQuery extends FieldsQuery {
  /** `none`: a record without a translation in this language is not found, instead of falling back to the other language. */
  @Parameter(oneOf(['none']), { schema: { enum: ['none'] } })
  fallback?: 'none';

  /** `all`: includes the texts of both languages under `translations`. */
  @Parameter(oneOf(['all']), { schema: { enum: ['all'] } })
  translations?: 'all';
}

/** The parameters of deletions of events, venues and organizers. */
export class DeleteQuery extends FieldsQuery {
  /** true: deletes permanently instead of moving to the trash; for editors and administrators. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  force?: boolean = false;
}
