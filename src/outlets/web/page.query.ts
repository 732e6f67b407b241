import { LanguageQuery } from '../../http/language/language.query.js';
import { FieldError, single } from '../../lib/errors/field-error.js';
import { Parameter } from '../../http/validation/field.js';
import { integer, plainText } from '../../http/validation/parsers.js';

/** Other texts are refused, so that no link can make the page show them. */
const parseReference = single<string>((value) =>
  typeof value === 'string' && /^[2-9A-Z]{4}-[2-9A-Z]{4}$/.test(value)
    ? value
    : new FieldError((messages) => messages.submissionReference),
);

/** Query parameters of the pages of records. */
export class PageQuery extends LanguageQuery {}

/** Query parameters of the lists of venues and organizers. */
export class RecordIndexQuery extends LanguageQuery {
  /** Page of the list. */
  @Parameter(integer({ min: 1 }), { schema: { type: 'integer', minimum: 1, default: 1 } })
  page?: number = 1;
}

/** Query parameters of the form with which visitors send events. */
export class SubmitQuery extends LanguageQuery {
  /** The token of the form. */
  @Parameter(plainText(100), { emptyIsAbsent: true, schema: { type: 'string' } })
  token?: string;

  /** The reference of an event that has come, which the page then shows. */
  @Parameter(parseReference, { schema: { type: 'string', example: 'K7PM-Q2XD' } })
  reference?: string;
}
