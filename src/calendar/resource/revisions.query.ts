import { LanguageQuery } from '../../http/language/language.query.js';
import { Parameter } from '../../http/validation/field.js';
import { integer } from '../../http/validation/parsers.js';
import { type FieldErrors } from '../../lib/errors/field-error.js';
import { type QueryScope } from '../records/reading/record.query.js';

/** Query parameters of the list of revisions. */
export class RevisionsQuery extends LanguageQuery {
  /** Page of the list. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, default: 1 } })
  page?: number = 1;

  /** Revisions per page; at most 100 by default. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } })
  per_page?: number = 10;

  static check(query: RevisionsQuery, { site }: QueryScope, errors: FieldErrors): void {
    if (Number(query.per_page) > site.maxPerPage)
      errors.add('per_page', (messages) => messages.perPage(site.maxPerPage));
  }
}
