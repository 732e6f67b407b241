import { LanguageQuery } from '../../http/language/language.query.js';
import { Parameter } from '../../http/validation/field.js';
import { integer } from '../../http/validation/parsers.js';

/** Query parameters of the pages of records. */
export class PageQuery extends LanguageQuery {}

/** Query parameters of the lists of venues and organizers. */
export class RecordIndexQuery extends LanguageQuery {
  /** Page of the list. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, default: 1 } })
  page?: number = 1;
}
