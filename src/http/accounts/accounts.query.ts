import { type FieldErrors } from '../../lib/errors/field-error.js';
import { LanguageQuery } from '../language/language.query.js';
import { type Site } from '../urls/site.js';
import { Parameter } from '../validation/field.js';
import { integer, plainText } from '../validation/parsers.js';

/** Query parameters of the list of accounts. */
export class AccountsQuery extends LanguageQuery {
  /** Page of the list. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, default: 1 } })
  page?: number = 1;

  /** Accounts per page; at most 100 by default. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } })
  per_page?: number = 10;

  /** Text that the name or the address contains. Case and accents are ignored. */
  @Parameter(plainText(), { emptyIsAbsent: true, schema: { type: 'string', example: 'admin' } })
  search?: string;

  static check(query: AccountsQuery, { site }: { readonly site: Site }, errors: FieldErrors): void {
    if (Number(query.per_page) > site.maxPerPage)
      errors.add('per_page', (messages) => messages.perPage(site.maxPerPage));
  }
}
