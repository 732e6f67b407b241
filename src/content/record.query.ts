import { LanguageQuery } from '../language/language.query.js';
import { Parameter } from '../validation/field.js';
import { parseFieldPaths } from '../validation/lists.js';
import { oneOf, boolean } from '../validation/scalars.js';

/** What the routes accept that answer one record. */
export class RecordQuery extends LanguageQuery {
  /** `none`: a record without a translation in the language is not found, instead of being shown in the other language. */
  @Parameter(oneOf(['none']), { schema: { enum: ['none'] } })
  fallback?: 'none';

  /** `all`: the record carries the texts of both languages under `translations`. */
  @Parameter(oneOf(['all']), { schema: { enum: ['all'] } })
  translations?: 'all';

  /** Only these fields of each record, dotted where they lie inside others. A name alone is the whole field. */
  @Parameter(parseFieldPaths, {
    emptyIsAbsent: true,
    schema: { type: 'array', items: { type: 'string' }, example: ['id', 'url'] },
  })
  _fields?: string[];
}

/** What deletions of events, venues and organizers accept. */
export class DeleteQuery extends LanguageQuery {
  /** true: deletes for good instead of moving to the trash; for editors and administrators. */
  @Parameter(boolean, { schema: { type: 'boolean', default: false } })
  force?: boolean = false;
}
