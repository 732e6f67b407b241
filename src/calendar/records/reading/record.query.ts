import { type FieldErrors } from '../../../lib/errors/field-error.js';
import { LanguageQuery } from '../../../http/language/language.query.js';
import { type Site } from '../../../http/urls/site.js';
import { type DtoClass } from '../../../http/validation/dto-class.js';
import { Parameter } from '../../../http/validation/field.js';
import { parseFieldPaths, oneOf, boolean } from '../../../http/validation/parsers.js';
import { type ResponseFields } from './response-fields.js';

/** The settings and schemas that rules of queries need. */
export interface QueryScope {
  readonly site: Site;
  readonly responses: ResponseFields;
}

/** The parameters of all routes that return records. */
export class FieldsQuery extends LanguageQuery {
  /** The class of the response, whose fields `_fields` may name. */
  static readonly response?: DtoClass;

  /** Returns only these fields of each record; nested fields are written with dots (`venue.city`). */
  @Parameter(parseFieldPaths, {
    emptyIsAbsent: true,
    schema: { type: 'array', items: { type: 'string' }, example: ['id', 'url'] },
  })
  _fields?: string[];

  /**
   * Adds the errors that depend on settings, or on the response.
   * @param query some of whose values may be unreadable, which is reported already
   */
  static check({ _fields: paths }: FieldsQuery, { responses }: QueryScope, errors: FieldErrors): void {
    const error = this.response && Array.isArray(paths) && responses.errorOf(this.response, paths);
    if (error) errors.add('_fields', error);
  }
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
